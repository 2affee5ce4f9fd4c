import { defineListRoute, type Page } from "#lib/api/define-route.ts";
import {
  listMerchantPaymentsOperation,
  listPaymentsOfMerchantOperation,
  listPaymentsOperation,
  sortOf,
} from "#lib/api/operations/payment-lists.ts";
import { presentPaymentList } from "#lib/api/presenters/payment-list.ts";
import type { MerchantPaymentsQuery } from "#lib/api/schemas/payment-list.ts";
import { withSnakeCase } from "#lib/api/schemas/snake-case.ts";
import { TillError } from "#lib/core/errors.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { findMerchantScope } from "#lib/domain/merchants/get-merchant-scope.ts";
import { listPayments } from "#lib/domain/payments/reading/list-payments.ts";
import { toPaymentFilter } from "#lib/edge/payment-filter.ts";

/** A page of the payments of these merchants (all of the partner's when none is named), as the query asks. */
async function listPage(
  { partnerId }: PartnerScope,
  merchantIds: readonly string[],
  query: Omit<MerchantPaymentsQuery, "cursor" | "limit">,
  { page, nextCursor }: Page,
) {
  const { startTs, endTs, token_symbol, asset, network, status, referenceId, sortBy, sortDir } = query;
  const filter = toPaymentFilter({
    partnerId,
    merchantIds,
    statuses: status,
    symbols: asset === undefined ? token_symbol : [...token_symbol, asset.replace(/^caip19\//, "")],
    chainIds: network,
    from: startTs,
    until: endTs,
    reference: referenceId,
  });
  const payments = await listPayments(filter, { by: sortBy, direction: sortDir }, page);
  return presentPaymentList(payments, nextCursor(payments.next));
}

export const paymentListRoutes = [
  defineListRoute(listPaymentsOperation, ({ caller, query }, page) =>
    listPage(caller.scope, query.merchantId, query, page),
  ),
];

export const merchantPaymentListRoutes = [
  defineListRoute(listMerchantPaymentsOperation, ({ caller, query }, page) =>
    listPage(caller.scope, [caller.scope.merchantId], query, page),
  ),
];

export const paymentsOfMerchantRoutes = [
  defineListRoute(listPaymentsOfMerchantOperation, async ({ caller, params, query }, page) => {
    const scope = await findMerchantScope(caller.scope, params.merchantId);
    if (scope === null) throw new TillError("not_found");
    return withSnakeCase(await listPage(caller.scope, [scope.merchantId], { ...query, ...sortOf(query) }, page));
  }),
];
