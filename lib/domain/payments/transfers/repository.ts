import type { Hex } from "viem";
import type { Address } from "#lib/core/caip.ts";
import type { PaymentId, RefundId } from "#lib/core/ids.ts";
import type { TransferKind } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const insert = statement({
  name: "chain-transfer-insert",
  text: `INSERT INTO chain_transfer (payment_id, kind, chain_id, token, tx_hash, log_index, block_number,
      sender, recipient, amount, created_at, refund_id, part)
    SELECT * FROM unnest($1::text[], $2::transfer_kind[], $3::int[], $4::text[], $5::text[], $6::int[], $7::bigint[],
      $8::text[], $9::text[], $10::numeric[], $11::timestamptz[], $12::text[], $13::int[])`,
});

const selectSettled = statement<{ hash: Hex }>({
  name: "chain-transfer-settled-by",
  text: "SELECT tx_hash AS hash FROM chain_transfer WHERE chain_id = $1 AND tx_hash = ANY($2::text[]) AND kind IN ('settlement', 'refund')",
});

/** Returns those of the hashes whose transfers are recorded as a payment's settlement or refund: they can't be another one's. */
export async function listSettledBy(on: Queryable, chainId: number, hashes: readonly Hex[]): Promise<Hex[]> {
  return (await on.rows(selectSettled, [chainId, hashes])).map(({ hash }) => hash);
}

const selectPaidBy = statement<{ paymentId: PaymentId }>({
  name: "chain-transfer-paid-by",
  text: `SELECT payment_id AS "paymentId" FROM chain_transfer
    WHERE chain_id = $1 AND tx_hash = $2 AND sender = $3 AND kind IN ('settlement', 'refund') LIMIT 1`,
});

/**
 * Finds the payment that a transaction paid out from a wallet, to the merchant or back to the buyer; null
 * when none is recorded.
 */
export async function findPaidBy(
  on: Queryable,
  { chainId, wallet }: { chainId: number; wallet: Address },
  hash: Hex,
): Promise<PaymentId | null> {
  return (await on.rows(selectPaidBy, [chainId, hash, wallet]))[0]?.paymentId ?? null;
}

const selectCollectedIn = statement<{ paymentId: PaymentId; block: string }>({
  name: "chain-transfer-collected-in",
  text: `SELECT payment_id AS "paymentId", max(block_number) AS block FROM chain_transfer
    WHERE payment_id = ANY($1::text[]) AND kind IN ('collection', 'held') GROUP BY payment_id`,
});

/** Returns the blocks in which these payments' money was collected: what pays it out is in a later one. */
export async function readCollectionBlocks(
  on: Queryable,
  paymentIds: readonly PaymentId[],
): Promise<Map<PaymentId, bigint>> {
  const rows = await on.rows(selectCollectedIn, [paymentIds]);
  return new Map(rows.map(({ paymentId, block }) => [paymentId, BigInt(block)]));
}

export type NewTransfer = {
  paymentId: PaymentId;
  /** Set for the kinds of refunds. */
  refundId: RefundId | null;
  kind: TransferKind;
  chainId: number;
  token: Address;
  txHash: Hex;
  logIndex: number;
  /** The number of the part, from 0, where one log of a treasury's owner pays several payouts. */
  part?: number;
  blockNumber: bigint;
  sender: Address;
  recipient: Address;
  amount: bigint;
  now: Date;
};

/**
 * Inserts transfers seen on chain, in this order. The same part of a log with the same kind, or a second
 * transfer of its kind for a payment or a refund, is a unique violation.
 */
export async function insertTransfers(tx: Queryable, transfers: readonly NewTransfer[]): Promise<void> {
  await tx.rows(insert, [
    transfers.map(({ paymentId }) => paymentId),
    transfers.map(({ kind }) => kind),
    transfers.map(({ chainId }) => chainId),
    transfers.map(({ token }) => token),
    transfers.map(({ txHash }) => txHash),
    transfers.map(({ logIndex }) => logIndex),
    transfers.map(({ blockNumber }) => String(blockNumber)),
    transfers.map(({ sender }) => sender),
    transfers.map(({ recipient }) => recipient),
    transfers.map(({ amount }) => String(amount)),
    transfers.map(({ now }) => now.toISOString()),
    transfers.map(({ refundId }) => refundId),
    transfers.map(({ part = 0 }) => part),
  ]);
}

const selectRefund = statement({
  name: "transfer-is-refund",
  text: "SELECT FROM chain_transfer WHERE chain_id = $1 AND tx_hash = $2 AND kind = 'refund' LIMIT 1",
});

/** True for a transaction that has paid a payment's refund. */
export async function isRefundOfPayment(on: Queryable, chainId: number, txHash: string): Promise<boolean> {
  return (await on.rows(selectRefund, [chainId, txHash])).length > 0;
}
