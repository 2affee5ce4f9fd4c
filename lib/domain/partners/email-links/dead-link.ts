import { TillError } from "#lib/core/errors.ts";

/** The refusal of a link that was used, has expired, was replaced, or never was. */
export function deadLink(): TillError {
  return new TillError("not_found", { message: "This link is not good any more: it was used, or it has expired." });
}
