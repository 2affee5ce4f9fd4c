import { findChain } from "#lib/chain/chains.ts";
import { type Caip10, parseCaip10 } from "#lib/core/caip.ts";

/** An address or transaction for a page, with its explorer. */
export type ShownOnChain = {
  /** The address or hash in full. */
  id: string;
  /** The network's name, or the chain id of an unknown chain. */
  network: string;
  /** Null when no explorer is known. */
  explorerUrl: string | null;
};

/** Presents an account. Accounts of other namespaces than eip155 get no explorer. */
export function presentAccount(account: Caip10 | string): ShownOnChain {
  const parsed = parseCaip10(account);
  if (parsed === null) return { id: account, network: account.split(":", 1).join(), explorerUrl: null };
  return presentAddress(parsed.chainId, parsed.address);
}

/** Presents an address. */
function presentAddress(chainId: number, address: string): ShownOnChain {
  return onChain(chainId, address, (explorerUrl) => `${explorerUrl}/address/${address}`);
}

/** Presents a transaction. */
export function presentTransaction(chainId: number, hash: string): ShownOnChain {
  return onChain(chainId, hash, (explorerUrl) => `${explorerUrl}/tx/${hash}`);
}

function onChain(chainId: number, id: string, urlOn: (explorerUrl: string) => string): ShownOnChain {
  const chain = findChain(chainId);
  const explorerUrl = chain?.explorerUrl ?? null;
  return { id, network: chain?.name ?? `eip155:${chainId}`, explorerUrl: explorerUrl && urlOn(explorerUrl) };
}
