import { type Chain, findChain } from "#lib/chain/chains.ts";
import { type Caip10, parseCaip10 } from "#lib/core/caip.ts";

/** Something on a chain, for a page: an address or a transaction, and where people look at it. */
export type ShownOnChain = {
  /** The address or hash in full. */
  id: string;
  /** The network's name; a chain id where Till does not know the chain. */
  network: string;
  /** Null where no explorer is known. */
  explorerUrl: string | null;
};

/** An account, as a link to its explorer needs it. Accounts of other namespaces are shown as they are. */
export function presentAccount(account: Caip10 | string): ShownOnChain {
  const parsed = parseCaip10(account);
  if (parsed === null) return { id: account, network: account.split(":", 1).join(), explorerUrl: null };
  return presentAddress(parsed.chainId, parsed.address);
}

/** An address of a chain. */
function presentAddress(chainId: number, address: string): ShownOnChain {
  return onChain(chainId, address, (chain) => `${chain.explorerUrl}/address/${address}`);
}

/** A transaction of a chain. */
export function presentTransaction(chainId: number, hash: string): ShownOnChain {
  return onChain(chainId, hash, (chain) => `${chain.explorerUrl}/tx/${hash}`);
}

function onChain(chainId: number, id: string, urlOn: (chain: Chain) => string): ShownOnChain {
  const chain = findChain(chainId);
  return { id, network: chain?.name ?? `eip155:${chainId}`, explorerUrl: chain === null ? null : urlOn(chain) };
}
