/** The relative luminance of a color, from 0 to 1 (WCAG 2.2). @param color `#rrggbb`. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, from 1 to 21 (WCAG 2.2). @param a `#rrggbb`, like `b`. */
export function contrastOf(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns black or white, whichever contrasts more with a color: at least 4.58:1, enough for text of any size. */
export function textColorOn(color: string): "#000000" | "#ffffff" {
  return contrastOf(color, "#000000") > contrastOf(color, "#ffffff") ? "#000000" : "#ffffff";
}
