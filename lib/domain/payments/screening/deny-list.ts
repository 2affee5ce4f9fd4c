import { type ChainAccount, parseAddress, parseCaip10 } from "#lib/core/caip.ts";

/** Accounts from which no money is taken. */
export type DenyList = { has(account: ChainAccount): boolean };

const namedLines = 5;

/**
 * Reads a deny list: a line for each address, which then is denied on every chain, or for each CAIP-10 account; `#` begins
 * a comment, to the end of the line. Letter case is free, but mixed case must carry the right checksum, as everywhere.
 * @throws Error that names the lines which are neither; also for a file of no bytes, which is one being written.
 */
export function parseDenyList(text: string): DenyList {
  if (text === "") throw new Error("the file is empty; if nobody is to be denied, write a comment into it");
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
    const named = wrong.slice(0, namedLines).join(", ");
    const more = wrong.length > namedLines ? ` and ${wrong.length - namedLines} more` : "";
    throw new Error(`neither an address nor an eip155 account is on line ${named}${more}`);
  }
  return { has: ({ chainId, address }) => keys.has(address) || keys.has(`${chainId}:${address}`) };
}

function keyOf(entry: string): string | null {
  const account = parseCaip10(entry);
  return account === null ? parseAddress(entry) : `${account.chainId}:${account.address}`;
}
