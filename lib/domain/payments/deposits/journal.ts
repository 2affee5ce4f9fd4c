import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { DepositAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import { seal, unseal } from "#lib/env/seal.ts";

const place = "deposit-journal";
const amounts: readonly string[] = ["amount", "fee", "openAfter", "sinceBlock"];
const times: readonly string[] = ["payableUntil", "createdAt"];

/**
 * Seals an address's terms under DATA_ENCRYPTION_KEY: a line of the journal, and the code that a buyer keeps. It proves that the
 * address was given, and restores it should both the database and the journal lose it.
 */
export function sealTerms(address: DepositAddress): string {
  const { keyId, sealed } = seal(JSON.stringify(onlyTerms(address), asText), place);
  return `${keyId}.${sealed.toString("base64url")}`;
}

/** Reads what {@link sealTerms} made; null for anything else, and for what was sealed under a key that isn't configured. */
export function unsealTerms(code: string): DepositAddress | null {
  const [keyId = "", sealed = ""] = code.split(".");
  try {
    return JSON.parse(unseal({ keyId, sealed: Buffer.from(sealed, "base64url") }, place), revive);
  } catch {
    return null;
  }
}

function onlyTerms(address: DepositAddress): DepositAddress {
  const { paymentId, chainId, token, number, factory, termsId, recipient, amount, fee, feeRecipient } = address;
  const { submitter, openAfter, sinceBlock, payableUntil, createdAt } = address;
  const terms = { paymentId, chainId, token, number, factory, termsId, recipient, amount, fee, feeRecipient };
  return { address: address.address, ...terms, submitter, openAfter, sinceBlock, payableUntil, createdAt };
}

function asText(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

/**
 * Appends sealed terms to the journal, and waits until they are on its disk. No transaction exists before money arrives, so an address
 * whose row a restored database lacks would otherwise be known to its buyer alone. Several processes may write to one file: a line is
 * one write, and short enough not to be split.
 * @throws Error when it can't be written.
 */
export async function appendToJournal(file: string, code: string): Promise<void> {
  const handle = await open(file, "a", 0o600);
  try {
    // A line that a full disk or a power cut has torn ends here, and doesn't take this one with it.
    await handle.writeFile(`\n${code}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** An address of the journal; null for a line that can't be read. */
export type JournalLine = { line: number; address: DepositAddress | null };

/** Reads a journal from its beginning. A line whose write was cut off, or whose key isn't configured, can't be read. */
export async function* readJournal(file: string): AsyncGenerator<JournalLine> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity })) {
    line += 1;
    if (text !== "") yield { line, address: unsealTerms(text) };
  }
}

function revive(name: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (amounts.includes(name)) return BigInt(value);
  return times.includes(name) ? new Date(value) : value;
}
