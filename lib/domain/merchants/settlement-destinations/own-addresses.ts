import { registry, testRegistry } from "#lib/chain/chains.ts";
import { listAllWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import type { Address } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";

/** This installation's own addresses by chain id. None of them is a merchant's. */
export type OwnAddresses = ReadonlyMap<number, ReadonlySet<Address>>;

/**
 * Lists the relayer wallets, in use or not, and the payment routers of every known chain. A treasury or a fee
 * recipient of the operator's own is left out: an operator may be a merchant too. Runs one statement.
 */
export async function listOwnAddresses(on: Queryable): Promise<OwnAddresses> {
  const wallets = await listAllWallets(on);
  const ofChain = (chainId: number): ReadonlySet<Address> =>
    new Set([
      ...wallets.filter((wallet) => wallet.chainId === chainId).map(({ wallet }) => wallet),
      ...knownRouters(chainId),
    ]);
  return new Map([...registry, ...testRegistry].map(({ id }) => [id, ofChain(id)]));
}
