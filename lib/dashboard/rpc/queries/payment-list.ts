import { z } from "zod";
import { paymentColumnNames } from "#lib/dashboard/payment-columns.ts";
import type { listInput } from "#lib/dashboard/payment-filter.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { findPaymentColumns } from "#lib/domain/partners/users/payment-columns.ts";
import { listMemberViews } from "#lib/domain/partners/users/saved-views/save-view.ts";

/** The member's saved views of the list. A filter is one that the list accepted when it was saved. */
const views = defineQuery({
  right: "read",
  input: z.strictObject({}),
  async resolve({ userId }) {
    const saved = await listMemberViews(userId);
    return { views: saved.map(({ id, name, filter }) => ({ id, name, filter: filter as z.input<typeof listInput> })) };
  },
});

/** The optional columns that the member chose, null for the default ones, and the member's id. */
const columns = defineQuery({
  right: "read",
  input: z.strictObject({}),
  async resolve({ userId }) {
    const chosen = await findPaymentColumns(userId);
    const columns = chosen === null ? null : paymentColumnNames.filter((name) => chosen.includes(name));
    return { memberId: userId, columns };
  },
});

export const paymentListQueries = { "payments.views": views, "payments.columns": columns };
