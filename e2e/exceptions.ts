import { randomBytes } from "node:crypto";
import { nativeAsset } from "#lib/chain/tokens.ts";
import { type Caip19, toCaip10 } from "#lib/core/caip.ts";
import { type MerchantId, newId, type PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { insertAddress, setRefundAccount } from "#lib/domain/payments/deposit-addresses/repository.ts";
import type { DepositException } from "#lib/domain/payments/deposits/exceptions/deposit-exception.ts";
import { insertException } from "#lib/domain/payments/deposits/exceptions/repository.ts";
import { insertTransfers } from "#lib/domain/payments/transfers/repository.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { depositFee, depositMs, exchange, makeDepositAddress } from "#test/domain/make-deposit-address.ts";
import type { Workplace } from "./members.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";

/** The buyer's own account, for refunds. */
export const refundAccount = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const usdcOnBase = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" as Caip19;
const usdcOnEthereum = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48" as Caip19;
const coin = nativeAsset(8453);

export type ExceptionOf = Pick<DepositException, "kind"> & Partial<DepositException>;

/** One exception of each kind, and in each state that a payment which has expired can have. */
export const everyException: readonly ExceptionOf[] = [
  { kind: "underpaid", amount: 4_500_000n },
  { kind: "other_chain", asset: usdcOnEthereum, amount: 12_500_000n },
  {
    kind: "other_token",
    asset: coin,
    amount: 123_456_789_012_345_678_901n,
    failure: "execution reverted: transfer amount exceeds balance",
  },
  { kind: "late", state: "forwarded", amount: 123_456_789_012_345_678n, sweepTxHash: `0x${"cd".repeat(32)}` },
  {
    kind: "declined",
    state: "sweeping",
    asset: "eip155:8453/erc20:0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42" as Caip19,
  },
  {
    ...{ kind: "repeated", state: "kept", endedAt: new Date(), sweepTxHash: `0x${"ce".repeat(32)}` },
    reason: `Der Käufer möchte eine ${"Gutschrift".repeat(8)} für die nächste Bestellung`,
  },
  { kind: "late", state: "refunded", endedAt: new Date() },
];

type TransferPayment = {
  /** The collected amount in units of USDC; null for a payment that has expired. */
  collected?: bigint | null;
  reference?: string;
  hasRefundAccount?: boolean;
  exceptions: readonly ExceptionOf[];
};

/** Inserts a payment that was given a deposit address, with exceptions that no transfer has caused. Returns its id. */
export async function insertTransferPayment(seller: Workplace, of: TransferPayment): Promise<PaymentId> {
  const { paymentId: model } = await createPayment(undefined, seller);
  const now = new Date();
  const paymentId = newId("pay", now);
  const address = makeDepositAddress(paymentId, new Date(now.getTime() - depositMs));
  const { collected = null, reference = "SECRET-ORDER-7" } = of;
  const paid = {
    ...{ status: "succeeded", succeeded_at: now, tx_hash: address.termsId, tx_nonce: 7, token_asset: usdcOnBase },
    ...{ token_amount: String(collected), token_fee: String(depositFee), settlement_tx_hash: address.termsId },
    settled_at: now,
  };
  const change = {
    ...{ id: paymentId, reference_id: reference, value: "1250", fiat_value: "1250", created_at: address.createdAt },
    ...{ expires_at: new Date(now.getTime() - 3_600_000), deposit_until: now, has_deposit_address: true },
    ...(collected === null ? { status: "expired" } : paid),
  };
  const copy = "INSERT INTO payment SELECT (jsonb_populate_record(p, $2::jsonb)).* FROM payment p WHERE id = $1";
  await withConnection(stack().databaseUrl, async (client) => {
    const on: Queryable = {
      rows: async (statement, values) => (await client.query({ ...statement, values: [...values] })).rows,
    };
    // In one transaction, so that the worker doesn't look for the money before the checks are over.
    await client.query("BEGIN");
    await client.query(copy, [model, JSON.stringify(change)]);
    await insertAddress(on, address);
    const isOver =
      "UPDATE deposit_address SET state = 'closed', journaled_at = $2, next_check_at = NULL WHERE address = $1";
    await client.query(isOver, [address.address, now]);
    const { chainId, token } = address;
    if (of.hasRefundAccount !== false) {
      await setRefundAccount(on, address.address, toCaip10({ chainId, address: refundAccount }));
    }
    if (collected !== null) {
      const place = {
        paymentId,
        refundId: null,
        chainId,
        token,
        txHash: address.termsId,
        logIndex: 0,
        blockNumber: 5n,
      };
      const moved = { kind: "collection", sender: exchange, recipient: address.address, amount: collected } as const;
      await insertTransfers(on, [{ ...place, ...moved, now }]);
    }
    for (const exception of of.exceptions) {
      const isNew = await insertException(on, {
        ...{
          id: newId("dex", now),
          paymentId,
          partnerId: seller.partnerId,
          merchantId: seller.merchantId as MerchantId,
        },
        ...{ address: address.address, asset: usdcOnBase, amount: 5_000_000n, state: "open", sweeps: 0 },
        ...{ sweepTxHash: null, refundTxHash: null, reason: null, failure: null, endedAt: null },
        ...{ createdAt: now, updatedAt: now },
        ...exception,
        // A transfer refunds one exception of all partners.
        refundTxHash: exception.state !== "refunded" ? null : `0x${randomBytes(32).toString("hex")}`,
      });
      if (!isNew) throw new Error(`${address.address} has an exception in this token already`);
    }
    await client.query("COMMIT");
  });
  return paymentId;
}
