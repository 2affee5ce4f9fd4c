import { keccak256, stringToHex } from "viem";
import { isSimulated } from "#lib/chain/chains.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { simulatedChain } from "#lib/chain/simulated-chain.ts";
import type { Address } from "#lib/core/caip.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const insert = statement({
  name: "relayer-wallet-insert",
  text: `INSERT INTO relayer_wallet (chain_id, address, next_nonce, quarantined_at, unknown_from)
    VALUES ($1, $2, $3, CASE WHEN $4::bigint IS NOT NULL THEN now() END, $4) ON CONFLICT DO NOTHING`,
});
const select = statement<RelayerWallet>({
  name: "relayer-wallet-active",
  text: `SELECT address, coalesce(lease_until > now(), false) AS "hasWorker", paused_at IS NOT NULL OR signer_failed_at IS NOT NULL AS "isPaused"
    FROM relayer_wallet WHERE chain_id = $1 AND is_active AND quarantined_at IS NULL AND stopped_at IS NULL AND retiring_at IS NULL
    ORDER BY lease_until DESC NULLS LAST, address`,
});

/**
 * Inserts a wallet, unless it is there. With `unknownFrom`, the first nonce of transactions that the database doesn't know, it is
 * quarantined.
 */
export async function insertWallet(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  { nextNonce, unknownFrom }: { nextNonce: bigint; unknownFrom: bigint | null },
): Promise<void> {
  await on.rows(insert, [chainId, wallet, nextNonce, unknownFrom]);
}

/**
 * A relayer wallet, whether a worker currently holds its lease, and whether it waits because it can't pay for gas or its signer
 * doesn't sign.
 */
export type RelayerWallet = { address: Address; hasWorker: boolean; isPaused: boolean };

/**
 * Lists the wallets of a chain that new payments may use, the most recently leased first: not those that are
 * quarantined, retiring or out of use, or paused by the operator.
 */
export async function listWallets(on: Queryable, chainId: number): Promise<RelayerWallet[]> {
  if (isSimulated(chainId)) return [{ address: simulatedChain.submitter, hasWorker: true, isPaused: false }];
  return on.rows(select, [chainId]);
}

const selectAll = statement<{ chain_id: number; address: Address; next_nonce: string }>({
  name: "relayer-wallet-all",
  text: "SELECT chain_id, address, next_nonce FROM relayer_wallet ORDER BY chain_id, address",
});

/** A relayer wallet of one chain, and the nonce of its next transaction. */
export type RegisteredWallet = RelayQueue & { nextNonce: bigint };

/** Lists every relayer wallet that was ever registered, in use or not. */
export async function listAllWallets(on: Queryable): Promise<RegisteredWallet[]> {
  const rows = await on.rows(selectAll, []);
  return rows.map((row) => ({ chainId: row.chain_id, wallet: row.address, nextNonce: BigInt(row.next_nonce) }));
}

const selectFirst = statement<{ address: Address }>({
  name: "relayer-wallet-first",
  text: "SELECT address FROM relayer_wallet WHERE chain_id = $1 ORDER BY created_at, address LIMIT 1",
});

/** Returns the wallet of a chain that was registered first, in use or not; null before any is. */
export async function findFirstWallet(on: Queryable, chainId: number): Promise<Address | null> {
  return (await on.rows(selectFirst, [chainId]))[0]?.address ?? null;
}

const selectOne = statement({
  name: "relayer-wallet-one",
  text: "SELECT FROM relayer_wallet WHERE chain_id = $1 AND address = $2",
});

/** True for a relayer wallet of the chain, in use or not. */
export async function isRelayerWallet(on: Queryable, chainId: number, address: Address): Promise<boolean> {
  return (await on.rows(selectOne, [chainId, address])).length > 0;
}

const selectActive = statement({
  name: "relayer-wallet-is-active",
  text: "SELECT FROM relayer_wallet WHERE chain_id = $1 AND address = $2 AND is_active",
});

/** True for a relayer wallet of the chain in use: the key of one that was retired is gone, so it pays nothing now. */
export async function isActiveWallet(on: Queryable, chainId: number, address: Address): Promise<boolean> {
  return (await on.rows(selectActive, [chainId, address])).length > 0;
}

const selectSubmitting = statement({
  name: "relayer-wallet-submits",
  text: `SELECT FROM relayer_wallet w WHERE chain_id = $1 AND address = $2 AND is_active AND quarantined_at IS NULL
    AND stopped_at IS NULL AND (coalesce(lease_until, created_at) > now() - interval '1 minute' OR NOT EXISTS (SELECT FROM relayer_wallet other
      WHERE other.chain_id = w.chain_id AND other.is_active AND other.quarantined_at IS NULL AND other.stopped_at IS NULL
        AND other.retiring_at IS NULL AND other.lease_until > now()))`,
});

/**
 * True for a wallet in use that may send transactions, unless no worker has held it for a minute while one holds another wallet
 * of the chain.
 */
export async function maySubmit(on: Queryable, { chainId, wallet }: RelayQueue): Promise<boolean> {
  if (isSimulated(chainId)) return wallet === simulatedChain.submitter;
  return (await on.rows(selectSubmitting, [chainId, wallet])).length > 0;
}

/**
 * Chooses the wallet that submits a payment: always the same for one payment, and evenly spread over payments. A wallet
 * without a worker may have lost its key, and a paused one waits for its operator, so both are used only when there is no
 * other. Null where no wallet is registered.
 */
export function chooseWallet(wallets: readonly RelayerWallet[], paymentId: string): Address | null {
  const served = wallets.filter(({ hasWorker }) => hasWorker);
  // While workers restart no wallet has one: then the most recently leased wallet is used.
  const usable = served.length > 0 ? served : wallets.slice(0, 1);
  const solvent = usable.filter(({ isPaused }) => !isPaused);
  const candidates = (solvent.length > 0 ? solvent : usable).map(({ address }) => address).toSorted();
  const index = Number(BigInt(keccak256(stringToHex(paymentId))) % BigInt(Math.max(1, candidates.length)));
  return candidates[index] ?? null;
}

const pause = statement({
  name: "relayer-wallet-pause",
  text: `UPDATE relayer_wallet SET paused_at = CASE WHEN $3 THEN now() END
    WHERE chain_id = $1 AND address = $2 AND (paused_at IS NOT NULL) <> $3`,
});

/** Records whether a wallet can pay for gas. */
export async function setPaused(on: Queryable, { chainId, wallet }: RelayQueue, isPaused: boolean): Promise<void> {
  await on.rows(pause, [chainId, wallet, isPaused]);
}

const setFailed = statement({
  name: "relayer-wallet-signer-failed",
  text: `UPDATE relayer_wallet SET signer_failed_at = CASE WHEN $3 THEN now() END
    WHERE chain_id = $1 AND address = $2 AND (signer_failed_at IS NOT NULL) <> $3`,
});

/** Records whether a wallet's signer fails. */
export async function setSignerFailed(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  hasFailed: boolean,
): Promise<void> {
  await on.rows(setFailed, [chainId, wallet, hasFailed]);
}

const selectSending = statement<{ address: Address }>({
  name: "relayer-wallet-sending",
  text: `SELECT a.address FROM unnest($2::text[]) AS a (address) WHERE NOT EXISTS (
    SELECT FROM relayer_wallet w WHERE w.chain_id = $1 AND w.address = a.address AND w.stopped_at IS NOT NULL)`,
});

/** Returns those of the wallets that the operator hasn't paused on a chain. */
export async function listSendingWallets(
  on: Queryable,
  chainId: number,
  wallets: readonly Address[],
): Promise<Address[]> {
  return (await on.rows(selectSending, [chainId, wallets])).map(({ address }) => address);
}

const selectUnserved = statement<{ wallet: Address; open: number }>({
  name: "relayer-wallet-unserved",
  text: `SELECT w.address AS wallet, count(*)::int AS open FROM relayer_wallet w
    JOIN relay_transaction t ON t.chain_id = w.chain_id AND t.wallet = w.address
      AND t.is_open
    WHERE w.chain_id = $1 AND (w.lease_until IS NULL OR w.lease_until < now() - interval '1 minute')
    GROUP BY w.address`,
});

/** Lists wallets with open transactions whose lease expired over a minute ago: no worker may have their key. */
export function listUnservedWallets(on: Queryable, chainId: number): Promise<{ wallet: Address; open: number }[]> {
  return on.rows(selectUnserved, [chainId]);
}

const claim = statement({
  name: "relayer-wallet-claim",
  text: `UPDATE relayer_wallet SET lease_owner = $3, lease_until = now() + $4 * interval '1 millisecond'
    WHERE (chain_id, address) IN (
      SELECT chain_id, address FROM relayer_wallet
      WHERE chain_id = $1 AND address = $2 AND (lease_owner = $3 OR lease_until IS NULL OR lease_until <= now())
      FOR UPDATE SKIP LOCKED)
    RETURNING address`,
});
const release = statement({
  name: "relayer-wallet-release",
  text: "UPDATE relayer_wallet SET lease_until = now() WHERE chain_id = $1 AND address = $2 AND lease_owner = $3",
});

/** Takes or renews the lease of a queue. @returns false while another worker holds it. */
export async function claimRelayQueue(
  { chainId, wallet }: RelayQueue,
  owner: string,
  leaseMs: number,
): Promise<boolean> {
  return (await database.rows(claim, [chainId, wallet, owner, leaseMs])).length > 0;
}

/** Releases a queue's lease at shutdown. */
export async function releaseRelayQueue({ chainId, wallet }: RelayQueue, owner: string): Promise<void> {
  await database.rows(release, [chainId, wallet, owner]);
}
