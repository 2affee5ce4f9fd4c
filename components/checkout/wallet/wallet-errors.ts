/** The reason why a wallet didn't do what it was asked. */
export type WalletRefusal = { kind: "rejected" } | { kind: "pending" } | { kind: "failed"; message: string };

const maxMessageLength = 160;

/** Classifies an error that a wallet threw: EIP-1193 codes, wallet-specific ones, and errors that wrap either. */
export function walletRefusal(error: unknown): WalletRefusal {
  const chain = causesOf(error);
  const codes = chain.map(({ code }) => code);
  if (codes.some((code) => code === 4001 || code === 5000 || code === "ACTION_REJECTED")) return { kind: "rejected" };
  if (codes.includes(-32002)) return { kind: "pending" };
  const message = chain.map((one) => one.shortMessage ?? one.message).find((text) => typeof text === "string") ?? "";
  if (/user (rejected|denied|cancell?ed)/i.test(message)) return { kind: "rejected" };
  return { kind: "failed", message: (message.split("\n")[0] ?? "").slice(0, maxMessageLength) };
}

type Thrown = { code?: unknown; message?: string; shortMessage?: string; cause?: unknown; data?: unknown };

/** Lists an error and its causes, outermost first. Stops after five, because an error can be its own cause. */
function causesOf(error: unknown): Thrown[] {
  const causes: Thrown[] = [];
  let current: unknown = error;
  while (typeof current === "object" && current !== null && causes.length < 5) {
    const thrown: Thrown = current;
    causes.push(thrown);
    current = thrown.cause ?? (thrown.data as { originalError?: unknown } | undefined)?.originalError;
  }
  return causes;
}
