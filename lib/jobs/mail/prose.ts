import { isolated } from "#lib/core/isolated.ts";
import { unlinked } from "#lib/core/unlinked.ts";

declare const brand: unique symbol;

/** Text of an email in which nothing that a user chose becomes a link. */
export type Prose = string & { readonly [brand]: "prose" };

/** Constants and texts that were made safe. A `string` may be a user's, and doesn't compile. */
type Safe<Value> = Value extends Prose | number ? Value : string extends Value ? never : Value;

/**
 * Writes a text of an email. Texts of a user are {@link quoted} in it, and those that the service computes
 * are its {@link own}.
 */
export function prose<const Values extends readonly (string | number)[]>(
  parts: TemplateStringsArray,
  ...values: { readonly [Index in keyof Values]: Safe<Values[Index]> }
): Prose {
  return String.raw({ raw: parts }, ...values) as Prose;
}

/** Puts a text that a user chose, such as a name or an email, into an email: isolated, and nothing in it becomes a link. */
export function quoted(text: string): Prose {
  return isolated(unlinked(text)) as Prose;
}

/**
 * Puts a text of the service itself into an email: an amount, an id, a time, an account on chain or a page of
 * this installation.
 */
export function own(text: string): Prose {
  return text as Prose;
}

/** Lists facts in one line. From right to left, each is isolated, so that the Latin ones keep their places. */
export function listed(facts: readonly Prose[], direction: "ltr" | "rtl"): Prose {
  if (direction === "ltr") return facts.join(", ") as Prose;
  return facts.map((fact) => (fact.startsWith("\u2068") ? fact : `\u2068${fact}\u2069`)).join("، ") as Prose;
}
