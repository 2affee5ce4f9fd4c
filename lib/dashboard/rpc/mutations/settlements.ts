import { z } from "zod";
import { formRequest } from "#lib/dashboard/form-request.ts";
import { presentPayable } from "#lib/dashboard/present/held.ts";
import { key } from "#lib/dashboard/rpc/fields.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { changeSettlementDestination } from "#lib/domain/merchants/settlement-destinations/change-settlement-destination.ts";
import { fiatDestination } from "#lib/domain/merchants/settlement-destinations/fiat/fiat-destination.ts";
import {
  addFiatDestination,
  changeFiatDestination,
  removeFiatDestination,
} from "#lib/domain/merchants/settlement-destinations/fiat/manage-fiat-destinations.ts";
import { registerSettlementDestinations } from "#lib/domain/merchants/settlement-destinations/register-settlement-destinations.ts";
import { removeSettlementDestination } from "#lib/domain/merchants/settlement-destinations/remove-settlement-destination.ts";
import { revokePendingDestination } from "#lib/domain/merchants/settlement-destinations/revoke-pending-destination.ts";
import {
  screenDestinations,
  screenSettlements,
} from "#lib/domain/merchants/settlement-destinations/screen-destinations.ts";
import { sumPayableIn } from "#lib/domain/payments/payouts/held/held-money.ts";
import { runOnce } from "#lib/domain/platform/idempotency/run-once.ts";

const account = z.string().max(128);
const oneSettlement = z.strictObject({ merchantId: z.string(), settlementId: z.string() });

/** Adds destinations for several assets, all of them or none. Returns what is held for them, to offer its payout. */
const add = defineMutation({
  right: "settlements:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({
    merchantId: z.string(),
    settlements: z
      .array(z.strictObject({ asset: z.string().max(128), destination: account }))
      .min(1)
      .max(50),
  }),
  async resolve({ scope }, { merchantId, settlements }) {
    await screenSettlements(settlements);
    const held = await inTransaction(async (tx) => {
      const added = await registerSettlementDestinations(tx, scope, merchantId, settlements);
      const inForce = added.filter(({ pending }) => pending === null);
      return presentPayable(await sumPayableIn(tx, scope, merchantId, inForce), inForce);
    });
    return { held };
  },
});

/** Changes a destination, unless it has changed since `from` was read. */
const change = defineMutation({
  right: "settlements:write",
  changesCheckout: false,
  needsProof: true,
  input: oneSettlement.extend({ from: account, destination: account }),
  async resolve({ scope }, { merchantId, settlementId, from, destination }) {
    await screenDestinations([{ field: "destination", account: destination }]);
    await inTransaction((tx) => changeSettlementDestination(tx, scope, merchantId, settlementId, destination, from));
    return {};
  },
});

/** Revokes a destination that has not taken effect yet. Needs no proof, because it keeps the money where it goes. */
const revoke = defineMutation({
  right: "settlements:write",
  changesCheckout: false,
  input: oneSettlement.extend({ destination: account }),
  async resolve({ scope }, { merchantId, settlementId, destination }) {
    await inTransaction((tx) => revokePendingDestination(tx, scope, merchantId, settlementId, destination));
    return {};
  },
});

/** Removes a destination. */
const remove = defineMutation({
  right: "settlements:write",
  changesCheckout: false,
  needsProof: true,
  input: oneSettlement,
  async resolve({ scope }, { merchantId, settlementId }) {
    await inTransaction((tx) => removeSettlementDestination(tx, scope, merchantId, settlementId));
    return {};
  },
});

/** Adds a bank account record, once per idempotency key. */
const addFiat = defineMutation({
  right: "settlements:write",
  changesCheckout: false,
  needsProof: true,
  input: fiatDestination.extend({ key, merchantId: z.string() }),
  async resolve({ scope }, { key, ...typed }) {
    const once = formRequest(scope, "addBankAccount", key, typed);
    const { merchantId, ...record } = typed;
    await runOnce(once, async (tx) => {
      await addFiatDestination(tx, scope, merchantId, record);
      return { status: 201, body: "" };
    });
    return {};
  },
});

/** Replaces a bank account record. */
const changeFiat = defineMutation({
  right: "settlements:write",
  changesCheckout: false,
  needsProof: true,
  input: fiatDestination.extend({ merchantId: z.string(), settlementId: z.string() }),
  async resolve({ scope }, { merchantId, settlementId, ...record }) {
    await inTransaction((tx) => changeFiatDestination(tx, scope, merchantId, settlementId, record));
    return {};
  },
});

/** Removes a bank account record. */
const removeFiat = defineMutation({
  right: "settlements:write",
  changesCheckout: false,
  needsProof: true,
  input: oneSettlement,
  async resolve({ scope }, { merchantId, settlementId }) {
    await inTransaction((tx) => removeFiatDestination(tx, scope, merchantId, settlementId));
    return {};
  },
});

export const settlementMutations = {
  "settlements.add": add,
  "settlements.change": change,
  "settlements.revoke": revoke,
  "settlements.remove": remove,
  "settlements.addFiat": addFiat,
  "settlements.changeFiat": changeFiat,
  "settlements.removeFiat": removeFiat,
};
