// A text in the fragment of an address: deflated by the browser, in the letters an address may have.

const FORMAT = "deflate-raw";

/** Text -> letters, digits, - and _. */
export async function pack(text) {
  const bytes = await through(new CompressionStream(FORMAT), new TextEncoder().encode(text));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The text again; fails on what is none, and on more than `limit` bytes of it. */
export async function unpack(packed, limit) {
  const binary = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream(FORMAT), bytes, limit));
}

/** Bytes through a stream, in parts, so that a small text that would grow without end is stopped. */
async function through(stream, bytes, limit = Infinity) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const parts = [];
  let size = 0;
  for (const reader = stream.readable.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new RangeError("too large");
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
