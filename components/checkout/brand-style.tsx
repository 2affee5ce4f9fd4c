import { contrastOf, textColorOn } from "#lib/core/contrast.ts";

type BrandStyleProps = {
  /** `#rrggbb`, checked when it was set; null for Till's own color. */
  color: string | null;
  /** The page's nonce, because the content security policy blocks style attributes. */
  nonce: string | undefined;
};

/** The merchant's color as a style sheet for the checkout's main buttons. */
export function BrandStyle({ color, nonce }: BrandStyleProps) {
  return color === null ? null : <style nonce={nonce}>{brandSheet(color)}</style>;
}

/** The surfaces of both themes. A button whose color is close to one of them needs a visible edge. */
const surfaces = ["#ffffff", "#171b19"];
const closeContrast = 1.35;

/** Under the pointer a button moves away from the color of its text, so that the contrast only grows. */
function brandSheet(color: string): string {
  const text = textColorOn(color);
  const away = text === "#ffffff" ? "#000000" : "#ffffff";
  const strong = `color-mix(in srgb,${color} 84%,${away})`;
  const isFaint = surfaces.some((surface) => contrastOf(color, surface) < closeContrast);
  const edge = isFaint ? `color-mix(in srgb,${color} 55%,${text})` : "transparent";
  return `:root:root{--color-brand:${color};--color-brand-strong:${strong};--color-on-brand:${text};--color-brand-edge:${edge}}`;
}
