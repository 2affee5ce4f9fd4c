import { z } from "zod";
import { parseCaip19 } from "#lib/core/caip.ts";
import { isId } from "#lib/core/ids.ts";
import { presentHeld } from "#lib/dashboard/present/held.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { getHeldMoneyOf, listHeldMoney } from "#lib/domain/payments/payouts/held/held-money.ts";

const pageSize = 50;

const position = z.strictObject({
  merchantId: z.string().refine((text) => isId("mrch", text), "is not a merchant ID"),
  asset: z.string().refine((text) => parseCaip19(text) !== null, "is not an asset"),
});

/** Money held in the treasury by merchant and asset: all of one merchant, or a page of all merchants, deleted ones included. */
const held = defineQuery({
  right: "read",
  input: z.strictObject({ merchantId: z.string().optional(), after: position.nullish() }),
  async resolve({ scope }, { merchantId, after }) {
    if (merchantId !== undefined) {
      return { held: (await getHeldMoneyOf(scope, merchantId)).map(presentHeld), next: null };
    }
    // One more than a page is fetched to know whether there are more.
    const rows = await listHeldMoney(scope, pageSize + 1, after ?? null);
    const page = rows.slice(0, pageSize);
    const last = rows.length > pageSize ? page.at(-1) : undefined;
    const next = last === undefined ? null : { merchantId: last.merchantId, asset: last.asset };
    return { held: page.map(presentHeld), next };
  },
});

export const heldQueries = { "payouts.held": held };
