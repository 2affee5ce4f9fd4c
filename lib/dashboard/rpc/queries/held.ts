import { z } from "zod";
import { presentHeld } from "#lib/dashboard/present/held.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { getHeldMoneyOf, listHeldMoney } from "#lib/domain/payments/payouts/held/held-money.ts";

/** The rows of a page; one more is fetched to know whether there are more. */
const mostRows = 100;

/** Money held in the treasury by merchant and asset, of one merchant or of all, deleted ones included. */
const held = defineQuery({
  right: "read",
  input: z.strictObject({ merchantId: z.string().optional() }),
  async resolve({ scope }, { merchantId }) {
    const rows =
      merchantId === undefined ? await listHeldMoney(scope, mostRows + 1) : await getHeldMoneyOf(scope, merchantId);
    return { held: rows.slice(0, mostRows).map(presentHeld), hasMore: rows.length > mostRows };
  },
});

export const heldQueries = { "payouts.held": held };
