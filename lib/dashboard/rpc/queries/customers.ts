import { z } from "zod";
import { presentAccount } from "#lib/dashboard/present/chain.ts";
import { presentFiat } from "#lib/dashboard/present/money.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { type Customer, listCustomers } from "#lib/domain/payments/customers/list-customers.ts";

const pageSize = 50;

/** A page of the buyers with at least one successful payment, the latest first. An empty merchant matches all. */
const list = defineQuery({
  right: "read",
  input: z.strictObject({
    merchant: z.string().min(1).max(128).optional(),
    after: z.strictObject({ lastDay: z.iso.date().startsWith("20"), account: z.string().max(128) }).nullish(),
  }),
  async resolve({ scope }, { merchant, after }) {
    const filter = { merchantId: merchant ?? null, after: after ?? null, limit: pageSize + 1 };
    const rows = await listCustomers(scope, filter);
    const page = rows.slice(0, pageSize);
    const last = rows.length > pageSize ? page.at(-1) : undefined;
    return {
      customers: page.map(presentCustomer),
      next: last === undefined ? null : { lastDay: last.lastDay, account: last.account },
    };
  },
});

function presentCustomer({ account, payments, volume, firstDay, lastDay }: Customer) {
  return {
    account,
    payments,
    firstDay,
    lastDay,
    address: presentAccount(account),
    volume: volume.map(({ currency, value }) => presentFiat(currency, value)),
  };
}

export const customerQueries = { "customers.list": list };
