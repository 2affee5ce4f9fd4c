/** What a node's answer to `eth_sendRawTransaction` means for us. */
export type SendAnswer =
  /** The node has it, now or before. */
  | "accepted"
  /** The nonce is used up: by this very transaction or another; the receipts tell. */
  | "nonce_used"
  /** The wallet can't pay for gas; the transaction stays and is sent again later. */
  | "out_of_gas_money"
  /** Time-out, broken connection, nonsense: it may have arrived. It is sent again later. */
  | "unknown";

const patterns: readonly [RegExp, SendAnswer][] = [
  // Nethermind answers in names without spaces: AlreadyKnown, OldNonce, InsufficientFunds.
  [
    /already ?known|already imported|known transaction|transaction already in mempool|existing tx with same hash/i,
    "accepted",
  ],
  [/nonce too low|nonce has already been used|old ?nonce/i, "nonce_used"],
  [/insufficient ?funds|upfront cost exceeds/i, "out_of_gas_money"],
];

/**
 * Reads the error that a node gave for a raw transaction. Nodes agree on no code, so the message decides, and
 * whatever is not recognised is unknown: never a reason to sign something else.
 */
export function readSendError(error: unknown): SendAnswer {
  const text = messagesOf(error).join("\n");
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? "unknown";
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const details = "details" in error ? String(error.details) : "";
  return [error.message, details, ...(error.cause === undefined ? [] : messagesOf(error.cause))];
}
