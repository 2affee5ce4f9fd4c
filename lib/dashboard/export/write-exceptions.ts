import { findChain } from "#lib/chain/chains.ts";
import { formatAtomic } from "#lib/core/money.ts";
import { csvStream } from "#lib/dashboard/export/csv-stream.ts";
import { presentAsset } from "#lib/dashboard/present/money.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import {
  type ExceptionFilter,
  type ExceptionView,
  walkExceptions,
} from "#lib/domain/payments/deposits/exceptions/exception-views.ts";
import { chainOfAsset } from "#lib/domain/payments/deposits/exceptions/open-exception.ts";

type Column = readonly [name: string, read: (view: ExceptionView) => string];

const columns: readonly Column[] = [
  ["exception_id", ({ exception }) => exception.id],
  ["created_at", ({ exception }) => exception.createdAt.toISOString()],
  ["kind", ({ exception }) => exception.kind],
  ["state", ({ exception }) => exception.state],
  ["payment_id", ({ payment }) => payment.id],
  ["reference", ({ payment }) => payment.referenceId],
  ["merchant_id", ({ exception }) => exception.merchantId],
  ["merchant_name", ({ merchantName }) => merchantName],
  ["amount", ({ exception: { asset, amount } }) => formatAtomic(amount, presentAsset(asset, amount).decimals)],
  ["token", ({ exception: { asset, amount } }) => presentAsset(asset, amount).symbol],
  ["token_asset", ({ exception }) => exception.asset],
  ["network", ({ exception }) => findChain(chainOfAsset(exception.asset))?.name ?? ""],
  ["address", ({ exception }) => exception.address],
  ["recipient", ({ address }) => address.recipient],
  ["refund_account", ({ address }) => address.refundAccount ?? ""],
  ["forwarding_hash", ({ exception }) => exception.sweepTxHash ?? ""],
  ["refund_hash", ({ exception }) => exception.refundTxHash ?? ""],
  ["reason", ({ exception }) => exception.reason ?? ""],
  ["ended_at", ({ exception }) => exception.endedAt?.toISOString() ?? ""],
];

/** Streams the exceptions of a filter as CSV, as {@link csvStream} does. Amounts are exact decimals, times ISO 8601 in UTC. */
export function writeExceptions(scope: PartnerScope, filter: ExceptionFilter): ReadableStream<Uint8Array> {
  return csvStream(
    scope,
    columns.map(([name]) => name),
    rowsOf(scope, filter),
  );
}

async function* rowsOf(scope: PartnerScope, filter: ExceptionFilter): AsyncGenerator<string[][], undefined> {
  for await (const batch of walkExceptions(scope, filter)) {
    yield batch.map((view) => columns.map(([, read]) => read(view)));
  }
}
