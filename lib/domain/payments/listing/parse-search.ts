import { registryOf } from "#lib/chain/chains.ts";
import type { AccountMode } from "#lib/core/account-mode.ts";
import { parseCaip10, toCaip10 } from "#lib/core/caip.ts";
import { isId, type MerchantId, type PaymentId } from "#lib/core/ids.ts";

/** A search in payments. Hashes and accounts are in lower case. */
export type PaymentSearch =
  | { kind: "payment"; id: PaymentId }
  | { kind: "transaction"; hash: string }
  | { kind: "buyer"; accounts: readonly string[] }
  /** Accounts that begin with one of the texts and end with `end`. */
  | { kind: "buyerPart"; starts: readonly string[]; end: string }
  /** A part of the reference, in any letter case. */
  | { kind: "reference"; text: string };

/**
 * Reads what a member typed: a payment's id or link, a merchant's id, a transaction hash, a buyer's address
 * or CAIP-10 account, an explorer's link to one of them, the beginning of an address, also as it is shown
 * shortened, or else a part of a reference. References are shorter than hashes and addresses, which may lack
 * their `0x`.
 */
export function parseSearch(
  typed: string,
  mode: AccountMode = "live",
): PaymentSearch | { kind: "merchant"; id: MerchantId } {
  const text = typed.trim();
  const path = text.replace(/\/?(?:[?#].*)?$/s, "");
  const tail = path.slice(path.lastIndexOf("/") + 1);
  if (isId("pay", tail)) return { kind: "payment", id: tail };
  if (isId("mrch", text)) return { kind: "merchant", id: text };
  const hex = tail.replace(/^0x/i, "").toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hex)) return { kind: "transaction", hash: `0x${hex}` };
  if (/^[0-9a-f]{40}$/.test(hex)) return { kind: "buyer", accounts: accountsOf(`0x${hex}`, mode) };
  const part = parseAddressPart(text);
  if (part !== null) return { kind: "buyerPart", starts: accountsOf(part.start, mode), end: part.end };
  const account = parseCaip10(text);
  return account === null
    ? { kind: "reference", text }
    : { kind: "buyer", accounts: [toCaip10(account).toLowerCase()] };
}

/** Fewer digits occur in too many addresses. */
const addressPart = /^0x[0-9a-f]{4,38}(?:(?:…|\.{2,3})[0-9a-f]{2,36}|[0-9a-f]{0,2})$/;

/**
 * Reads an address, the beginning of one, such as `0x7099`, or one shortened in the middle; in lower case.
 * Null for any other text.
 */
export function parseAddressPart(typed: string): { start: string; end: string } | null {
  const text = typed.trim().toLowerCase();
  if (!addressPart.test(text)) return null;
  const [start = "", end = ""] = text.split(/…|\.+/);
  return { start, end };
}

/** The accounts of an address, or of its beginning, on every chain of a mode. */
function accountsOf(address: string, mode: AccountMode): string[] {
  return registryOf(mode).map(({ id }) => `eip155:${id}:${address}`);
}
