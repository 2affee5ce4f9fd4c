/** Why a wallet did not do what it was asked. */
export type WalletRefusal = { kind: "rejected" } | { kind: "pending" } | { kind: "failed"; sentence: string };

const longestSentence = 160;

/** Makes sense of what wallets throw: EIP-1193 codes, their own, and wrappings of both. */
export function walletRefusal(error: unknown): WalletRefusal {
  const chain = causes(error);
  const codes = chain.map(({ code }) => code);
  if (codes.some((code) => code === 4001 || code === 5000 || code === "ACTION_REJECTED")) return { kind: "rejected" };
  if (codes.includes(-32002)) return { kind: "pending" };
  const words = chain.map((one) => one.shortMessage ?? one.message).find((text) => typeof text === "string");
  if (/user (rejected|denied|cancell?ed)/i.test(words ?? "")) return { kind: "rejected" };
  return { kind: "failed", sentence: (words?.split("\n")[0] ?? "").slice(0, longestSentence) };
}

type Thrown = { code?: unknown; message?: string; shortMessage?: string; cause?: unknown; data?: unknown };

function causes(error: unknown): Thrown[] {
  const found: Thrown[] = [];
  let current: unknown = error;
  while (typeof current === "object" && current !== null && found.length < 5) {
    const one: Thrown = current;
    found.push(one);
    current = one.cause ?? (one.data as { originalError?: unknown } | undefined)?.originalError;
  }
  return found;
}
