import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { DepositAddress } from "#lib/domain/payments/deposits/deposit-address.ts";
import { seal, unseal } from "#lib/env/seal.ts";

const place = "deposit-journal";
const amounts: readonly string[] = ["amount", "fee", "openAfter", "sinceBlock"];
const times: readonly string[] = ["payableUntil", "createdAt"];

/**
 * Appends an address's terms to the journal, sealed under DATA_ENCRYPTION_KEY, and waits until they are on its disk. No transaction
 * exists before money arrives, so an address whose row a restored database lacks would otherwise be known to its buyer alone. Several
 * processes may write to one file: a line is one write, and short enough not to be split.
 * @throws Error when it can't be written.
 */
export async function appendToJournal(file: string, address: DepositAddress): Promise<void> {
  const text = JSON.stringify(address, (_name, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  const { keyId, sealed } = seal(text, place);
  const handle = await open(file, "a", 0o600);
  try {
    // A line that a full disk or a power cut has torn ends here, and doesn't take this one with it.
    await handle.writeFile(`\n${keyId} ${sealed.toString("base64")}\n`);
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
    if (text !== "") yield { line, address: parseLine(text) };
  }
}

function parseLine(text: string): DepositAddress | null {
  const [keyId = "", sealed = ""] = text.split(" ");
  try {
    return JSON.parse(unseal({ keyId, sealed: Buffer.from(sealed, "base64") }, place), revive);
  } catch {
    return null;
  }
}

function revive(name: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (amounts.includes(name)) return BigInt(value);
  return times.includes(name) ? new Date(value) : value;
}
