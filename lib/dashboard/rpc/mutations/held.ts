import { z } from "zod";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { requireDestination } from "#lib/domain/merchants/settlement-destinations/require-destination.ts";
import { screenDestinations } from "#lib/domain/merchants/settlement-destinations/screen-destinations.ts";
import { setDestinationOfDeleted } from "#lib/domain/merchants/settlement-destinations/set-destination-of-deleted.ts";
import { parseAsset, requestBulkPayout } from "#lib/domain/payments/payouts/bulk/request-bulk-payout.ts";

const account = z.string().max(128);
const heldAsset = z.strictObject({ merchantId: z.string(), asset: z.string().max(128) });

/**
 * Requests the payout of everything held for a merchant in one asset to its settlement destination, unless that is no longer the
 * `destination` that the member confirmed.
 */
const payOutHeld = defineMutation({
  right: "payouts:write",
  changesCheckout: false,
  input: heldAsset.extend({ destination: account }),
  async resolve({ scope }, { merchantId, asset, destination }) {
    const { payouts } = await inTransaction(async (tx) => {
      await requireDestination(tx, scope, merchantId, parseAsset(asset), destination);
      return requestBulkPayout(tx, scope, merchantId, asset);
    });
    return { payouts };
  },
});

/**
 * The same for a deleted merchant, to an account that the member chooses, which is why it needs another
 * right. Stops a payout that is running. Where changes of destinations are delayed, nothing is paid out
 * before the account is in force. Refused when the destination has changed since `from` was read, which is
 * null for none.
 */
const payOutDeleted = defineMutation({
  right: "settlements:write",
  changesCheckout: false,
  needsProof: true,
  input: heldAsset.extend({ from: account.nullable(), destination: account }),
  async resolve({ scope }, { merchantId, asset, from, destination }) {
    await screenDestinations([{ field: "destination", account: destination }]);
    return inTransaction(async (tx) => {
      const parsed = parseAsset(asset);
      await requireDestination(tx, scope, merchantId, parsed, from);
      const takesEffectAt = await setDestinationOfDeleted(tx, scope, merchantId, parsed, destination);
      if (takesEffectAt !== null) return { payouts: 0, takesEffectAt: takesEffectAt.toISOString() };
      return { payouts: (await requestBulkPayout(tx, scope, merchantId, asset)).payouts, takesEffectAt: null };
    });
  },
});

export const heldMutations = {
  "payouts.payOutHeld": payOutHeld,
  "settlements.payOutDeleted": payOutDeleted,
};
