// Keeps what stands below the table in its place. Owns: the height of the table over the steps.

/** Let an element get higher where its content needs it, and lower only when its width changes. */
export function neverShrink(element) {
  let [width, height] = [0, 0];
  new ResizeObserver(([{ borderBoxSize: [size] }]) => {
    if (Math.abs(size.inlineSize - width) > 1) {
      element.style.removeProperty("min-height");
      [width, height] = [size.inlineSize, element.offsetHeight];
    } else if (size.blockSize > height) {
      height = size.blockSize;
    } else return;
    element.style.setProperty("min-height", `${height}px`);
  }).observe(element);
}
