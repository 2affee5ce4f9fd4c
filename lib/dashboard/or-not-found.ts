import { notFound } from "next/navigation";
import { isTillError } from "#lib/core/errors.ts";
import { statusOf } from "#lib/edge/http-error.ts";

/** Awaits what a page is about. Shows the page for missing ones when it is refused: an unknown or malformed id. */
export async function orNotFound<T>(found: Promise<T>): Promise<T> {
  return found.catch((error: unknown) => {
    if (isTillError(error) && statusOf(error) < 500) notFound();
    throw error;
  });
}
