// Keeps what stands below the table in its place. Owns: the height of the table over the steps.

/** Let an element get higher where its content needs it, and lower only when its width or the window changes. */
export function neverShrink(element) {
  let [width, height] = [0, 0];
  const letGo = () => {
    element.style.removeProperty("min-height");
    height = element.offsetHeight;
  };
  new ResizeObserver(([{ borderBoxSize: [size] }]) => {
    if (Math.abs(size.inlineSize - width) > 1) {
      width = size.inlineSize;
      letGo();
    } else if (size.blockSize > height) {
      height = size.blockSize;
    } else return;
    element.style.setProperty("min-height", `${height}px`);
  }).observe(element);
  // On a phone a window gets higher and lower as its bars come and go.
  const isBesidePanel = matchMedia("(min-width: 1001px)");
  addEventListener("resize", () => isBesidePanel.matches && letGo());
}
