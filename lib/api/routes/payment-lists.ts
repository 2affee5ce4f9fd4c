import { defineRoute } from "#lib/api/define-route.ts";
import {
  listMerchantPaymentsOperation,
  listPaymentsOfMerchantOperation,
  listPaymentsOperation,
} from "#lib/api/operations/payment-lists.ts";
import { presentPaymentList } from "#lib/api/presenters/payment-list.ts";
import type { MerchantPaymentsQuery } from "#lib/api/schemas/payment-list.ts";
import { withSnakeCase } from "#lib/api/schemas/snake-case.ts";
import { TillError } from "#lib/core/errors.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { findMerchantScope } from "#lib/domain/merchants/get-merchant-scope.ts";
import { listPayments } from "#lib/domain/payments/listing/list-payments.ts";
import { readCursor, writeCursor } from "#lib/edge/cursor.ts";
import { paymentPosition, toPaymentFilter } from "#lib/edge/payment-filter.ts";

/** A page of the payments of these merchants (all of the partner's when none is named), as the query asks. */
async function listPage(
  operationId: string,
  scope: PartnerScope,
  merchantIds: readonly string[],
  query: MerchantPaymentsQuery,
) {
  const { startTs, endTs, token_symbol, asset, network, status, referenceId, sortBy, sortDir, cursor, limit } = query;
  const symbols = asset === undefined ? token_symbol : [...token_symbol, asset.replace(/^caip19\//, "")];
  const filters = {
    startTs: startTs?.toISOString(),
    endTs: endTs?.toISOString(),
    symbols,
    network: network.map(String),
    status,
    referenceId,
    merchantIds,
  };
  const listing = { operationId, scope, sort: `${sortBy} ${sortDir}`, filters };
  const filter = toPaymentFilter({
    partnerId: scope.partnerId,
    merchantIds,
    statuses: status,
    symbols,
    chainIds: network,
    from: startTs,
    until: endTs,
    reference: referenceId,
  });
  const after = readCursor(listing, cursor, paymentPosition(sortBy));
  const page = await listPayments(filter, { by: sortBy, direction: sortDir }, { after, limit });
  return presentPaymentList(page, page.next && writeCursor(listing, page.next));
}

export const paymentListRoutes = [
  defineRoute(listPaymentsOperation, ({ caller, query }) =>
    listPage(listPaymentsOperation.operationId, caller.scope, query.merchantId, query),
  ),
];

export const merchantPaymentListRoutes = [
  defineRoute(listMerchantPaymentsOperation, ({ caller, query }) =>
    listPage(listMerchantPaymentsOperation.operationId, caller.scope, [caller.scope.merchantId], query),
  ),
];

export const paymentsOfMerchantRoutes = [
  defineRoute(listPaymentsOfMerchantOperation, async ({ caller, params, query }) => {
    const scope = await findMerchantScope(caller.scope, params.merchantId);
    if (scope === null) throw new TillError("not_found");
    const { sort_by, sort_dir, sortBy = sort_by ?? "date", sortDir = sort_dir ?? "desc", ...filters } = query;
    const { operationId } = listPaymentsOfMerchantOperation;
    return withSnakeCase(
      await listPage(operationId, caller.scope, [scope.merchantId], { ...filters, sortBy, sortDir }),
    );
  }),
];
