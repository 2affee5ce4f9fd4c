import type { Prose } from "#lib/jobs/mail/prose.ts";

/** Markup of an email, in which all text is escaped. */
export type Markup = { readonly source: string };

/** Writes markup. Texts are escaped, and only those in which no word of a user becomes a link compile. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (Prose | number | Markup | readonly Markup[] | null)[]
): Markup {
  return { source: String.raw({ raw: parts }, ...values.map(sourceOf)) };
}

function sourceOf(value: Prose | number | Markup | readonly Markup[] | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
  return "source" in value ? value.source : value.map(({ source }) => source).join("\n");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
