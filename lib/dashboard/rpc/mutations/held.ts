import { z } from "zod";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { setDestinationOfDeleted } from "#lib/domain/merchants/settlement-destinations/set-destination-of-deleted.ts";
import { orderBulkPayout, parseAsset } from "#lib/domain/payments/payouts/bulk/order-bulk-payout.ts";

const heldAsset = z.strictObject({ merchantId: z.string(), asset: z.string().max(128) });

/** Orders the payout of everything held for a merchant in one asset, to its settlement destination. */
const payOutHeld = defineMutation({
  right: "payouts:write",
  input: heldAsset,
  async resolve({ scope }, { merchantId, asset }) {
    const { payouts } = await inTransaction((tx) => orderBulkPayout(tx, scope, merchantId, asset));
    return { payouts };
  },
});

/** The same for a deleted merchant, to an account that the member chooses, which is why it needs another right. */
const payOutDeleted = defineMutation({
  right: "settlements:write",
  input: heldAsset.extend({ destination: z.string().max(128) }),
  async resolve({ scope }, { merchantId, asset, destination }) {
    const { payouts } = await inTransaction(async (tx) => {
      await setDestinationOfDeleted(tx, scope, merchantId, parseAsset(asset), destination);
      return orderBulkPayout(tx, scope, merchantId, asset);
    });
    return { payouts };
  },
});

export const heldMutations = {
  "payouts.payOutHeld": payOutHeld,
  "settlements.payOutDeleted": payOutDeleted,
};
