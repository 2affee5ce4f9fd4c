import type { PrivateKeyAccount } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { chainClient } from "#lib/chain/clients.ts";
import type { Lane } from "#lib/chain/relay/relay-transaction.ts";
import type { Address } from "#lib/core/caip.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import { env } from "#lib/env/env.ts";

let account: PrivateKeyAccount | undefined;

/** The account that signs for this worker. @throws Error without RELAYER_PRIVATE_KEY. */
export function relayerAccount(): PrivateKeyAccount {
  const key = env().RELAYER_PRIVATE_KEY;
  if (key === undefined) throw new Error("RELAYER_PRIVATE_KEY is not set");
  account ??= privateKeyToAccount(key as `0x${string}`);
  return account;
}

const insert = {
  name: "relayer-wallet-insert",
  text: `INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
};
const select = {
  name: "relayer-wallet-active",
  text: "SELECT address FROM relayer_wallet WHERE chain_id = $1 AND is_active ORDER BY address",
};

/**
 * Makes a wallet known to everybody who offers options on its chain. Its nonce is asked of the node this once and
 * counted in the database ever after.
 */
export async function registerWallet({ chainId, wallet }: Lane): Promise<void> {
  const known = await listWallets(database, chainId);
  if (known.includes(wallet)) return;
  const nonce = await chainClient(chainId).getTransactionCount({ address: wallet, blockTag: "pending" });
  await database.rows(insert, [chainId, wallet, nonce]);
}

/** The wallets of ours that collect on a chain. */
export async function listWallets(on: Queryable, chainId: number): Promise<Address[]> {
  return (await on.rows<{ address: Address }>(select, [chainId])).map(({ address }) => address);
}

const claim = {
  name: "relayer-wallet-claim",
  text: `UPDATE relayer_wallet SET lease_owner = $3, lease_until = now() + $4 * interval '1 millisecond'
    WHERE (chain_id, address) IN (
      SELECT chain_id, address FROM relayer_wallet
      WHERE chain_id = $1 AND address = $2 AND (lease_owner = $3 OR lease_until IS NULL OR lease_until <= now())
      FOR UPDATE SKIP LOCKED)
    RETURNING address`,
};
const release = {
  name: "relayer-wallet-release",
  text: "UPDATE relayer_wallet SET lease_until = NULL WHERE chain_id = $1 AND address = $2 AND lease_owner = $3",
};

/** Takes or renews the lease of a lane. @returns false while somebody else holds it. */
export async function claimLane({ chainId, wallet }: Lane, owner: string, leaseMs: number): Promise<boolean> {
  return (await database.rows(claim, [chainId, wallet, owner, leaseMs])).length > 0;
}

/** Gives a lane back, for an orderly end. */
export async function releaseLane({ chainId, wallet }: Lane, owner: string): Promise<void> {
  await database.rows(release, [chainId, wallet, owner]);
}
