import { type ChainAccount, parseAddress, parseCaip10 } from "#lib/core/caip.ts";

/** Accounts that may not pay. */
export type DenyList = { has(account: ChainAccount): boolean };

const maxNamedLines = 5;

/**
 * Parses a deny list with one entry per line: an address, which is denied on every chain, or a CAIP-10 account. `#` starts a
 * comment. Letter case is free, but an address in mixed case must have a valid checksum.
 * @throws Error that names the lines which are neither, and for an empty file, which is probably still being written.
 */
export function parseDenyList(text: string): DenyList {
  if (text === "") throw new Error("the file is empty: to deny no account, write a comment into it");
  const keys = new Set<string>();
  const wrong: number[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n/)
    .entries()) {
    const entry = line.replace(/#.*$/, "").trim();
    if (entry === "") continue;
    const key = keyOf(entry);
    if (key === null) wrong.push(index + 1);
    else keys.add(key);
  }
  if (wrong.length > 0) {
    const named = wrong.slice(0, maxNamedLines).join(", ");
    const more = wrong.length > maxNamedLines ? ` and ${wrong.length - maxNamedLines} more` : "";
    const subject = wrong.length === 1 ? `line ${named} is` : `lines ${named}${more} are`;
    throw new Error(`${subject} neither an address nor an eip155 account`);
  }
  return { has: ({ chainId, address }) => keys.has(address) || keys.has(`${chainId}:${address}`) };
}

function keyOf(entry: string): string | null {
  const account = parseCaip10(entry);
  return account === null ? parseAddress(entry) : `${account.chainId}:${account.address}`;
}
