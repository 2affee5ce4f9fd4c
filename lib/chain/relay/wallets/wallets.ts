import { keccak256, stringToHex } from "viem";
import { chainClient } from "#lib/chain/clients.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import type { Address } from "#lib/core/caip.ts";
import { database, type Queryable } from "#lib/db/pool.ts";

const insert = {
  name: "relayer-wallet-insert",
  text: `INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
};
const select = {
  name: "relayer-wallet-active",
  text: `SELECT address, coalesce(lease_until > now(), false) AS "isTended", paused_at IS NOT NULL AS "isPaused"
    FROM relayer_wallet WHERE chain_id = $1 AND is_active ORDER BY lease_until DESC NULLS LAST, address`,
};

/**
 * Makes a wallet known to everybody who offers options on its chain. Its nonce is asked of the node this once and
 * counted in the database ever after.
 */
export async function registerWallet({ chainId, wallet }: RelayQueue): Promise<void> {
  const known = await listWallets(database, chainId);
  if (known.some(({ address }) => address === wallet)) return;
  const nonce = await chainClient(chainId).getTransactionCount({ address: wallet, blockTag: "pending" });
  await database.rows(insert, [chainId, wallet, nonce]);
}

/** A wallet of ours, whether a worker has its key and works for it now, and whether it can't pay for gas. */
export type RelayerWallet = { address: Address; isTended: boolean; isPaused: boolean };

/** The wallets of ours that collect on a chain, those first that a worker was last seen with. */
export function listWallets(on: Queryable, chainId: number): Promise<RelayerWallet[]> {
  return on.rows<RelayerWallet>(select, [chainId]);
}

/**
 * The wallet that a payment is collected by: the same each time for a payment, and each as often as another. One that no
 * worker has the key of now, after a change of keys, would wait for a worker that never comes; one that can't pay for gas
 * waits for its operator: both are taken only where there is no other. Null where no wallet is registered.
 */
export function chooseWallet(wallets: readonly RelayerWallet[], paymentId: string): Address | null {
  const tended = wallets.filter(({ isTended }) => isTended);
  // None is tended while workers restart: then the one that was last.
  const usable = tended.length > 0 ? tended : wallets.slice(0, 1);
  const solvent = usable.filter(({ isPaused }) => !isPaused);
  const candidates = (solvent.length > 0 ? solvent : usable).map(({ address }) => address).toSorted();
  const place = Number(BigInt(keccak256(stringToHex(paymentId))) % BigInt(Math.max(1, candidates.length)));
  return candidates[place] ?? null;
}

const pause = {
  name: "relayer-wallet-pause",
  text: `UPDATE relayer_wallet SET paused_at = CASE WHEN $3 THEN now() END
    WHERE chain_id = $1 AND address = $2 AND (paused_at IS NOT NULL) <> $3`,
};

/** Says whether a wallet can't pay for gas. */
export async function setPaused(on: Queryable, { chainId, wallet }: RelayQueue, isPaused: boolean): Promise<void> {
  await on.rows(pause, [chainId, wallet, isPaused]);
}

const selectOrphans = {
  name: "relayer-wallet-orphans",
  text: `SELECT w.address AS wallet, count(*)::int AS open FROM relayer_wallet w
    JOIN relay_transaction t ON t.chain_id = w.chain_id AND t.wallet = w.address
      AND t.state NOT IN ('final', 'refused', 'cancelled', 'displaced')
    WHERE w.chain_id = $1 AND (w.lease_until IS NULL OR w.lease_until < now() - interval '1 minute')
    GROUP BY w.address`,
};

/** Wallets for which something is to be sent and no worker has come for a minute: their keys may be gone. */
export function listOrphans(on: Queryable, chainId: number): Promise<{ wallet: Address; open: number }[]> {
  return on.rows(selectOrphans, [chainId]);
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

/** Takes or renews the lease of a queue. @returns false while somebody else holds it. */
export async function claimRelayQueue(
  { chainId, wallet }: RelayQueue,
  owner: string,
  leaseMs: number,
): Promise<boolean> {
  return (await database.rows(claim, [chainId, wallet, owner, leaseMs])).length > 0;
}

/** Gives a queue back, for an orderly end. */
export async function releaseRelayQueue({ chainId, wallet }: RelayQueue, owner: string): Promise<void> {
  await database.rows(release, [chainId, wallet, owner]);
}
