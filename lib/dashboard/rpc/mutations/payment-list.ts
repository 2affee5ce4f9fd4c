import { z } from "zod";
import { plainText } from "#lib/core/text.ts";
import { paymentColumnNames } from "#lib/dashboard/payment-columns.ts";
import { listInput, toFilter } from "#lib/dashboard/payment-filter.ts";
import { line } from "#lib/dashboard/rpc/fields.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { changePaymentColumns } from "#lib/domain/partners/users/payment-columns.ts";
import { changeView, deleteView, saveView } from "#lib/domain/partners/users/saved-views/save-view.ts";

// Mutations of a member's own arrangement of the payments list, for every role.

/** The list's input. The database can't store some characters in JSON that match nothing anyway. */
const filter = listInput.refine(
  ({ search = "", merchants, tokens }) => plainText.safeParse([search, ...merchants, ...tokens].join(" ")).success,
  "must not contain control characters",
);
const view = { name: line(60), filter };
const viewId = z.string().max(64);

const save = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject(view),
  async resolve({ userId, scope }, { name, filter }) {
    toFilter(scope, filter);
    return { viewId: await saveView(userId, { name, filter }) };
  },
});

const change = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({ viewId, ...view }),
  async resolve({ userId, scope }, { viewId, name, filter }) {
    toFilter(scope, filter);
    await changeView(userId, viewId, { name, filter });
    return {};
  },
});

const remove = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({ viewId }),
  async resolve({ userId }, { viewId }) {
    await deleteView(userId, viewId);
    return {};
  },
});

const setColumns = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({ columns: z.array(z.enum(paymentColumnNames)).max(paymentColumnNames.length).nullable() }),
  async resolve({ userId }, { columns }) {
    await changePaymentColumns(userId, columns);
    return {};
  },
});

export const paymentListMutations = {
  "payments.saveView": save,
  "payments.changeView": change,
  "payments.deleteView": remove,
  "payments.setColumns": setColumns,
};
