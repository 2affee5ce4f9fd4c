import type { Locale } from "#lib/core/locales.ts";
import type { Prose } from "#lib/jobs/mail/prose.ts";

/** The content of an email. renderText and renderHtml give it a layout. */
export type Message = {
  locale: Locale;
  subject: Prose;
  /** The heading; null for the subject. */
  title: Prose | null;
  blocks: readonly Block[];
  /** The only link of the email. */
  action: { label: Prose; address: string } | null;
  /** Small print: why the email came, and what to do if it shouldn't have. */
  closing: Prose;
  /** The merchant whom the email speaks for; null for Till itself. */
  brand: Brand | null;
};

/** A paragraph, the figure that the email is about, or rows. */
export type Block = Prose | { figure: Row } | { rows: readonly Row[]; as: RowStyle };

export type Row = { label: Prose; value: Prose };

/** `facts` have a quiet label, `order` has its values at the end of the line, `events` have the value below the label. */
export type RowStyle = "facts" | "order" | "events";

/** A merchant's name, logo and color. */
export type Brand = {
  name: Prose;
  /** A square PNG. */
  logo: Buffer | null;
  /** `#rrggbb`; null for Till's own. */
  color: string | null;
};

/** Renders an email as plain text, with the same content as its HTML. */
export function renderText({ subject, title, blocks, action, closing }: Message): string {
  const link = action === null ? [] : [`${action.label}:\n${action.address}`];
  return [title ?? subject, ...blocks.map(textOf), ...link, closing, "Till"].join("\n\n");
}

function textOf(block: Block): string {
  if (typeof block === "string") return block;
  const rows = "figure" in block ? [block.figure] : block.rows;
  return rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
}
