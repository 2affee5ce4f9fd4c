/** The meaning of a node's answer to `eth_sendRawTransaction`. */
export type SendResult =
  /** The node has the transaction, from now or from before. */
  | "accepted"
  /** The nonce is used, by this transaction or another; the receipts show which. */
  | "nonce_used"
  /** The wallet can't pay for gas; the transaction is sent again later. */
  | "insufficient_funds"
  /** A timeout, a broken connection or an unknown message: the transaction may have arrived, and is sent again later. */
  | "unknown";

const patterns: readonly [RegExp, SendResult][] = [
  // Nethermind's error names have no spaces: AlreadyKnown, OldNonce, InsufficientFunds.
  [
    /already ?known|already imported|known transaction|transaction already in mempool|existing tx with same hash/i,
    "accepted",
  ],
  [/nonce too low|nonce has already been used|old ?nonce/i, "nonce_used"],
  [/insufficient ?funds|upfront cost exceeds/i, "insufficient_funds"],
];

/**
 * Reads a node's error for a raw transaction. Nodes share no error codes, so the message decides. An unrecognised message is
 * `unknown`, which is never a reason to sign another transaction.
 */
export function readSendError(error: unknown): SendResult {
  const text = messagesOf(error).join("\n");
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? "unknown";
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const details = "details" in error ? String(error.details) : "";
  return [error.message, details, ...(error.cause === undefined ? [] : messagesOf(error.cause))];
}
