import type { WireOption } from "#lib/api/schemas/gateway.ts";

/** A buyer's progress through an option: the wallet's results so far, in the order of the actions. */
export type Progress = {
  option: WireOption;
  results: readonly string[];
  /** The key of the wallet that performs the actions, to connect the same one later. */
  walletKey: string | null;
};

const keyOf = (paymentId: string) => `till.progress.${paymentId}`;

/**
 * Saves the chosen option before the wallet is asked, and the wallet's results before using them. An approval
 * transaction costs the buyer a fee, and closing the tab must not make them pay it twice. The browser keeps
 * the progress until the payment is submitted or has ended.
 */
export function rememberProgress(paymentId: string, progress: Progress): void {
  try {
    localStorage.setItem(keyOf(paymentId), JSON.stringify(progress));
  } catch {
    // Some private windows have no storage. The buyer then starts over after a reload.
  }
}

/** Returns the saved progress; null if there is none or it can't be read. */
export function recallProgress(paymentId: string): Progress | null {
  try {
    const saved = JSON.parse(localStorage.getItem(keyOf(paymentId)) ?? "null") as Progress;
    const { option, results, walletKey } = saved;
    const isComplete = typeof option.id === "string" && Array.isArray(option.actions) && Array.isArray(results);
    return isComplete ? { option, results, walletKey: walletKey ?? null } : null;
  } catch {
    return null;
  }
}

export function forgetProgress(paymentId: string): void {
  try {
    localStorage.removeItem(keyOf(paymentId));
  } catch {
    // No storage, so nothing was saved.
  }
}
