import { z } from "zod";
import { clock } from "#lib/core/clock.ts";
import { isId } from "#lib/core/ids.ts";
import {
  filterInput,
  fromPosition,
  listInput,
  place,
  toFilter,
  toPosition,
  toSort,
} from "#lib/dashboard/payment-filter.ts";
import { presentDeposit } from "#lib/dashboard/present/deposit.ts";
import { presentException } from "#lib/dashboard/present/exception.ts";
import { presentPayment, presentStatistics } from "#lib/dashboard/present/payment.ts";
import { presentPaymentDetail } from "#lib/dashboard/present/payment-detail.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { findDeposit } from "#lib/domain/payments/deposit-addresses/find-deposit.ts";
import { listExceptionViewsOf } from "#lib/domain/payments/deposits/exceptions/exception-views.ts";
import { findAccepted } from "#lib/domain/payments/gateway/accepted-tokens.ts";
import { followPayments } from "#lib/domain/payments/listing/follow-payments.ts";
import { pagePayments } from "#lib/domain/payments/listing/page-payments.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { readPaymentDetail } from "#lib/domain/payments/reading/read-payment-detail.ts";
import { countPayments } from "#lib/domain/payments/statistics/count-payments.ts";

const pageSize = 100;
const followed = 100;

/** A page of payments. */
const list = defineQuery({
  right: "read",
  input: listInput.extend({ after: place.default("") }),
  async resolve({ scope }, input) {
    const sort = toSort(input);
    const now = clock.now();
    const after = toPosition(input.after, sort);
    const { payments, next } = await pagePayments(toFilter(scope, input), sort, { after, limit: pageSize }, now);
    return { payments: payments.map((payment) => presentPayment(payment, now)), next: fromPosition(next) };
  },
});

/** Changes to an open list: its current start, and the given payments in their current state. */
const live = defineQuery({
  right: "read",
  input: listInput.extend({ ids: z.array(z.string().max(64)).max(followed) }),
  async resolve({ scope }, { ids, ...input }) {
    const now = clock.now();
    const { newest, known } = await followPayments(
      toFilter(scope, input),
      toSort(input),
      ids.filter((id) => isId("pay", id)),
      now,
    );
    const present = (payments: typeof known) => payments.map((payment) => presentPayment(payment, now));
    return { newest: present(newest), known: present(known) };
  },
});

/** The number of matching payments and customers, and their revenue. */
const statistics = defineQuery({
  right: "read",
  input: filterInput,
  resolve: async ({ scope }, input) => presentStatistics(await countPayments(toFilter(scope, input), clock.now())),
});

/** The details of a payment with its transfers, and whether buyers can pay it now; null unless it is open. */
const detail = defineQuery({
  right: "read",
  input: z.strictObject({ paymentId: z.string().max(64) }),
  async resolve({ scope }, { paymentId }) {
    const found = await readPaymentDetail(scope, paymentId);
    const shown = presentPaymentDetail(found);
    const isOpen = shown.status === "requires_action";
    const isPayable = isOpen ? (await findAccepted(found.payment)).isPayable : null;
    return { ...shown, isPayable, ...(await readTransfers(scope, found.payment)) };
  },
});

/** The address at which the payment takes transfers, once one was given, and its exceptions. */
async function readTransfers(scope: PartnerScope, payment: Payment) {
  if (!payment.hasDepositAddress) return { deposit: null, exceptions: [] };
  const [deposit, exceptions] = await Promise.all([findDeposit(payment), listExceptionViewsOf(scope, payment.id)]);
  return { deposit: deposit && presentDeposit(deposit), exceptions: exceptions.map(presentException) };
}

export const paymentQueries = {
  "payments.list": list,
  "payments.live": live,
  "payments.statistics": statistics,
  "payments.detail": detail,
};
