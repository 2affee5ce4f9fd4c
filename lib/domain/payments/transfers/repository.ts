import type { Hex } from "viem";
import type { Address } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";

const insertTransferRow = {
  name: "chain-transfer-insert",
  text: `INSERT INTO chain_transfer (payment_id, kind, chain_id, token, tx_hash, log_index, block_number, block_hash,
      sender, recipient, amount, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
};

export type NewTransfer = {
  paymentId: PaymentId;
  kind: "collection" | "settlement";
  chainId: number;
  token: Address;
  txHash: Hex;
  logIndex: number;
  blockNumber: bigint;
  blockHash: Hex;
  sender: Address;
  recipient: Address;
  amount: bigint;
  now: Date;
};

/** Inserts a transfer seen on chain. The same log, or a second one of its kind for a payment, is a unique violation. */
export async function insertTransfer(tx: Queryable, transfer: NewTransfer): Promise<void> {
  await tx.rows(insertTransferRow, [
    transfer.paymentId,
    transfer.kind,
    transfer.chainId,
    transfer.token,
    transfer.txHash,
    transfer.logIndex,
    transfer.blockNumber,
    transfer.blockHash,
    transfer.sender,
    transfer.recipient,
    transfer.amount,
    transfer.now,
  ]);
}
