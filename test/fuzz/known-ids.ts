import type { Random } from "#test/fault/random.ts";

/** So many ids of each kind are kept: new ones replace random others, so that requests meet things in every state. */
const keptPerKind = 40;

// Without those of keys, apps, members and sessions: requests that end these would leave nothing but refusals.
const anyId = /\b(pay|mrch|crypto|opt|evt|rfd|whe|inv)_[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g;
const anyRefundToken = /\/refund\/([A-Za-z0-9_-]{43})/g;
const anyCursor = /"nextCursor":"([^"]+)"/g;

/** The ids that answers to one partner contained. */
export type KnownIds = {
  /** Remembers every id, refund link and cursor in a text. */
  learn(text: string): void;
  /** A known id with this prefix, or a well-formed one that doesn't exist. */
  pick(prefix: string): string;
  pickToken(): string;
  pickCursor(): string;
};

/** Creates an empty memory of ids. */
export function createKnownIds(random: Random): KnownIds {
  const kinds = new Map<string, string[]>();
  const add = (kind: string, id: string) => {
    const ids = kinds.get(kind) ?? [];
    kinds.set(kind, ids);
    if (ids.includes(id)) return;
    if (ids.length < keptPerKind) ids.push(id);
    else ids[random.int(0, keptPerKind - 1)] = id;
  };
  const pick = (kind: string, otherwise: string) => {
    const ids = kinds.get(kind);
    return ids === undefined || ids.length === 0 ? otherwise : random.pick(ids);
  };
  return {
    learn(text) {
      for (const [id, prefix = ""] of text.matchAll(anyId)) add(prefix, id);
      for (const [, token = ""] of text.matchAll(anyRefundToken)) add("token", token);
      for (const [, cursor = ""] of text.matchAll(anyCursor)) add("cursor", cursor);
    },
    pick: (prefix) => pick(prefix, `${prefix}_01J00000000000000000000000`),
    pickToken: () => pick("token", "A".repeat(43)),
    pickCursor: () => pick("cursor", "x"),
  };
}
