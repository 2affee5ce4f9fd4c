import type { Hex } from "viem";
import type { Address } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** A transfer that a treasury's owner made outside of Till: one log, which pays one or several held payouts. */
export type OwnerTransfer = {
  chainId: number;
  txHash: Hex;
  logIndex: number;
  token: Address;
  sender: Address;
  recipient: Address;
  /** In the token's smallest units. */
  amount: bigint;
  /** The number of payouts that it pays. */
  payouts: number;
  reason: string;
  madeBy: string;
};

const insert = statement({
  name: "owner-transfer-insert",
  text: `INSERT INTO owner_transfer (chain_id, tx_hash, log_index, token, sender, recipient, amount, payouts, reason, made_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
});

/**
 * Inserts a transfer before those of its payouts, which have to add up to it when the transaction ends.
 * @throws Error of the database's trigger when anything else explains the log.
 */
export async function insertOwnerTransfer(tx: Queryable, transfer: OwnerTransfer): Promise<void> {
  const { chainId, txHash, logIndex, token, sender, recipient, amount, payouts, reason, madeBy } = transfer;
  await tx.rows(insert, [chainId, txHash, logIndex, token, sender, recipient, amount, payouts, reason, madeBy]);
}

const selectClaimed = statement<{ logIndex: number }>({
  name: "owner-transfer-claimed-logs",
  text: `SELECT t.log_index AS "logIndex" FROM chain_transfer t WHERE t.chain_id = $1 AND t.tx_hash = $2
    UNION SELECT w.log_index FROM wallet_transfer w
      WHERE w.chain_id = $1 AND w.tx_hash = $2 AND w.state NOT IN ('pending', 'open')`,
});

/** Lists the logs of a transaction that are recorded: as transfers of payments, or by a person's finding. */
export async function listClaimedLogs(on: Queryable, chainId: number, hash: Hex): Promise<number[]> {
  return (await on.rows(selectClaimed, [chainId, hash])).map(({ logIndex }) => logIndex);
}

const selectLater = statement<{ paymentId: PaymentId }>({
  name: "owner-transfer-collected-later",
  text: `SELECT DISTINCT payment_id AS "paymentId" FROM chain_transfer
    WHERE payment_id = ANY($1::text[]) AND kind IN ('collection', 'held') AND block_number > $2`,
});

/** Lists those of the payments whose money the treasury received after a block: no transfer up to it can have paid them. */
export async function listCollectedAfter(
  on: Queryable,
  paymentIds: readonly PaymentId[],
  blockNumber: bigint,
): Promise<PaymentId[]> {
  const rows = await on.rows(selectLater, [paymentIds, blockNumber]);
  return rows.map(({ paymentId }) => paymentId);
}

const selectOwn = statement({
  name: "owner-transfer-own-transaction",
  text: `SELECT FROM relay_submission WHERE chain_id = $1 AND hash = $2
    UNION ALL SELECT FROM movement WHERE chain_id = $1 AND tx_hash = $2 LIMIT 1`,
});

/** True for a transaction that the relay has signed, or that made a movement of the operator: Till records it by itself. */
export async function isOwnTransaction(on: Queryable, chainId: number, hash: Hex): Promise<boolean> {
  return (await on.rows(selectOwn, [chainId, hash])).length > 0;
}
