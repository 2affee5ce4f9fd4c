import { contrastOf, textColorOn } from "#lib/core/contrast.ts";

type Look = {
  canvas: string;
  surface: string;
  line: string;
  edge: string;
  ink: string;
  muted: string;
  accent: string;
  onAccent: string;
};

/** The colors of app/_styles/theme.css, for a light and for a dark screen. */
const light: Look = {
  canvas: "#f3f2ed",
  surface: "#ffffff",
  line: "#e2e0d8",
  edge: "#8b8f87",
  ink: "#191c19",
  muted: "#5a5f58",
  accent: "#0b6b4f",
  onAccent: "#ffffff",
};
const dark: Look = {
  canvas: "#0e1110",
  surface: "#171b19",
  line: "#2a312d",
  edge: "#6d766f",
  ink: "#ecefea",
  muted: "#a1aaa3",
  accent: "#5fd0a3",
  onAccent: "#06241a",
};

/** As on the checkout: a button whose color is close to its surface needs a visible edge. */
const closeContrast = 1.35;

/** The colors of an email, and those of its button. @param color a merchant's, `#rrggbb`; null for Till's. */
export function lookOf(scheme: "light" | "dark", color: string | null): Look & { buttonEdge: string } {
  const base = scheme === "light" ? light : dark;
  const accent = color ?? base.accent;
  const onAccent = color === null ? base.onAccent : textColorOn(color);
  const isFaint = contrastOf(accent, base.surface) < closeContrast;
  return { ...base, accent, onAccent, buttonEdge: isFaint ? base.edge : accent };
}
