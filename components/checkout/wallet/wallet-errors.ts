/** The reason why a wallet didn't do what it was asked. docs/wallet-answers.md has what wallets say. */
export type WalletRefusal =
  | { kind: "rejected" }
  | { kind: "pending" }
  /** The wallet, or the device that signs for it, is locked, or the device's app is closed. */
  | { kind: "locked" }
  /** The device signs only what it can show, until its owner allows more. */
  | { kind: "blindSigning" }
  | { kind: "noAccount" }
  | { kind: "unsupported" }
  | { kind: "failed"; message: string };

/** Thrown for a wallet that answers the request for accounts without one. */
export class NoAccount extends Error {}

const maxMessageLength = 160;

/** Codes of EIP-1193, JSON-RPC, WalletConnect and ethers, and the status words of Ledger's devices, which are numbers too. */
const kindsByCode: readonly [WalletRefusal["kind"], readonly (number | string)[]][] = [
  ["rejected", [4001, 5000, 5001, 5002, "ACTION_REJECTED", "Failure_ActionCancelled", 0x6985]],
  ["pending", [-32002]],
  ["locked", [0x5515, 0x6b0c, 0x650f, 0x6511, 0x6d00, 0x6d02, 0x6e00, 0x6e01]],
  ["blindSigning", [0x6a80]],
  ["noAccount", [4100]],
  ["unsupported", [4200, -32601]],
];

const wordsOf = {
  rejected: [
    /\buser[ -](has |have )?(reject|den(y|ied)|cancel|declin|abort|disapprov|clos|did( not|n.t) approve)/i,
    /\b(reject|den(y|ied)|cancel|declin|abort|disapprov|clos)\w*\b[^.]{0,20}\bby (the )?user\b/i,
    /^((the )?(request|transaction|signature|action|connection)( was| has been)? )?(reject|deni|cancel|declin|abort)\w*\.?$/i,
    /0x6985/i,
    /用户(拒绝|取消)|使用者(拒絕|取消)/,
  ],
  pending: [/already (pending|processing)|request.{0,20} pending/i],
  locked: [
    /0x(5515|6b0c|650f|6511|6d0[02]|6e0[01])\b/i,
    /\block(ed)? (device|screen)|\b(device|wallet|ledger|keyring|extension) is locked|unlock (your|the) (device|wallet|ledger)/i,
    /\b(ethereum|eth) app\b.{0,30}(clos|not open|open)|open the (ethereum|eth) app/i,
  ],
  blindSigning: [/0x6a80|blind signing|contract data/i],
  noAccount: [/no accounts? (found|available|selected|connected)/i],
  unsupported: [
    /(method|request).{0,40}not (supported|found|exist)|not supported (on|by) (this|the)|(does not|doesn't) support/i,
  ],
} as const;

/** Messages that only say that there is a problem. The cause has its own. */
const isGeneric = /^(internal json-?rpc error|an? (unknown|internal) (rpc )?error|unknown error|\[object object\])/i;

/** Classifies what a wallet threw: codes as numbers or text, words, and errors that wrap either, in whatever field. */
export function walletRefusal(error: unknown): WalletRefusal {
  const causes = causesOf(error);
  if (causes.some((cause) => cause instanceof NoAccount)) return { kind: "noAccount" };
  const codes = causes.flatMap(codesOf);
  const byCode = kindsByCode.find(([, known]) => codes.some((code) => known.includes(code)));
  const texts = causes.flatMap(textsOf);
  const byWords = Object.entries(wordsOf).find(([, patterns]) =>
    patterns.some((one) => texts.some((text) => one.test(text))),
  );
  const kind = byCode?.[0] ?? (byWords?.[0] as keyof typeof wordsOf | undefined) ?? "failed";
  if (kind !== "failed") return { kind };
  const message = texts.find((text) => !isGeneric.test(text)) ?? texts[0] ?? "";
  return { kind, message: (message.split("\n")[0] ?? "").slice(0, maxMessageLength) };
}

/** Returns whether a wallet refused a network because it doesn't know it. Some wallets say so only in words. */
export function isUnknownNetwork(error: unknown): boolean {
  const causes = causesOf(error);
  const words =
    /unrecogni[sz]ed chain|unknown (chain|network)|(chain|network)[^.]{0,40}(not|n't) (been )?(added|found|configured|supported)/i;
  return causes.flatMap(codesOf).includes(4902) || causes.flatMap(textsOf).some((text) => words.test(text));
}

type Thrown = Readonly<Record<string, unknown>>;

/** The fields in which errors carry another one. */
const wrappers = ["cause", "data", "originalError", "error", "info", "reason"] as const;

/** Lists an error and what it wraps, outermost first. Stops after ten, because an error can be its own cause. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [error];
  for (const cause of causes) {
    if (typeof cause !== "object" || cause === null) continue;
    const wrapped = wrappers
      .map((field) => (cause as Thrown)[field])
      .filter((one) => one !== undefined && one !== null);
    causes.push(...wrapped.slice(0, Math.max(0, 10 - causes.length)));
  }
  return causes;
}

function codesOf(cause: unknown): (number | string)[] {
  const { code, statusCode } = (typeof cause === "object" && cause !== null ? cause : { code: cause }) as Thrown;
  return [code, statusCode].flatMap((one): (number | string)[] => {
    if (typeof one === "number") return [one];
    if (typeof one !== "string") return [];
    return /^-?\d+$/.test(one.trim()) ? [Number(one)] : [one];
  });
}

function textsOf(cause: unknown): string[] {
  if (typeof cause === "string") return cause.startsWith("0x") ? [] : [cause];
  const { shortMessage, message } = (typeof cause === "object" && cause !== null ? cause : {}) as Thrown;
  return [shortMessage, message].filter((text) => typeof text === "string" && text !== "") as string[];
}
