import type { WireOption } from "#lib/api/schemas/gateway.ts";

/** How far a buyer has come with an option: what their wallet has given so far, in the order of the actions. */
export type Progress = { option: WireOption; results: readonly string[] };

const keyOf = (paymentId: string) => `till.progress.${paymentId}`;

/**
 * Remembers what a wallet gave before anything else is done with it: an approval that was sent costs the buyer a fee,
 * and must not be asked for twice because a tab was closed. Kept in this browser, until the payment is under way or over.
 */
export function rememberProgress(paymentId: string, progress: Progress): void {
  try {
    localStorage.setItem(keyOf(paymentId), JSON.stringify(progress));
  } catch {
    // No storage, as in some private windows: a reload then starts again.
  }
}

export function recallProgress(paymentId: string): Progress | null {
  try {
    const { option, results } = JSON.parse(localStorage.getItem(keyOf(paymentId)) ?? "null") as Progress;
    const isWhole = typeof option.id === "string" && Array.isArray(option.actions) && Array.isArray(results);
    return isWhole ? { option, results } : null;
  } catch {
    return null;
  }
}

export function forgetProgress(paymentId: string): void {
  try {
    localStorage.removeItem(keyOf(paymentId));
  } catch {
    // As above.
  }
}
