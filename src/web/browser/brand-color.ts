/** The sender's color on a page: a line of it always, and for words and buttons only where they can be read. */

/** What stands behind words in each scheme, and the page's own color for them, as in `palette.css`. */
const schemes = {
  light: { behind: ["#ffffff", "#eef2f6"], own: "#0b5cad" },
  dark: { behind: ["#171b21", "#101318"], own: "#7db8f5" },
};
/** WCAG 2.2, 1.4.3, for text of any size. */
const contrastMin = 4.5;

/** A style sheet. @param color `#rrggbb` */
export function brandStyle(color: string): string {
  return `:root{--brand:${color};--busy:${readableColor(color)}}`;
}

/** The value of a CSS property, for words and buttons in both schemes. @param color `#rrggbb` */
export function readableColor(color: string): string {
  const [light, dark] = [schemes.light, schemes.dark].map(({ behind, own }) =>
    behind.every((other) => contrastOf(color, other) >= contrastMin) ? color : own,
  );
  return `light-dark(${light},${dark})`;
}

/** From 1 to 21, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. */
export function contrastOf(color: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(color), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
