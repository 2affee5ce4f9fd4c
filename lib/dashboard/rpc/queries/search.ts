import { z } from "zod";
import { presentMoney } from "#lib/dashboard/present/money.ts";
import { shownState } from "#lib/dashboard/present/payment.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { listMerchants, listMerchantsByDestination } from "#lib/domain/merchants/list-merchants.ts";
import { parseAddressPart } from "#lib/domain/payments/listing/parse-search.ts";
import { searchPayments } from "#lib/domain/payments/search/search-payments.ts";

/** Results per kind. */
const max = 5;

/**
 * Finds payments by id, transaction, buyer or part of the reference, and merchants by part of the name or id,
 * or by a destination. An address may be the beginning of one.
 */
const all = defineQuery({
  right: "read",
  input: z.strictObject({ text: z.string().trim().min(1).max(200) }),
  async resolve({ scope }, { text }) {
    const address = parseAddressPart(text);
    const [payments, merchants] = await Promise.all([
      searchPayments(scope, text, max),
      address === null
        ? listMerchants(scope, { search: text }, { after: null, limit: max }).then(({ merchants }) => merchants)
        : listMerchantsByDestination(scope, address, max),
    ]);
    return {
      payments: payments.map((payment) => {
        const { id, referenceId, amount, createdAt } = payment;
        const state = shownState(payment, payment.status);
        return { id, referenceId, state, amount: presentMoney(amount), createdAt: createdAt.toISOString() };
      }),
      merchants: merchants.map(({ id, name, email, status }) => ({ id, name, email, status })),
    };
  },
});

export const searchQueries = { "search.all": all };
