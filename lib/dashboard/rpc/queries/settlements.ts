import { z } from "zod";
import { presentBalance, presentLine, presentSettlement, presentTotals } from "#lib/dashboard/present/settlement.ts";
import { requireStatement } from "#lib/dashboard/require-statement.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { settlementFilterFields, toSettlementFilter } from "#lib/dashboard/settlement-filter.ts";
import { database } from "#lib/db/pool.ts";
import { getMerchantBranding } from "#lib/domain/merchants/repository.ts";
import { listBalances } from "#lib/domain/payments/settlements/balances.ts";
import { listSettlements } from "#lib/domain/payments/settlements/settlements.ts";
import {
  listStatementLines,
  listStatementMonths,
  readStatementTotals,
} from "#lib/domain/payments/settlements/statement.ts";

const pageSize = 50;
/** Lines of a statement on its page; its CSV has all. */
const maxLines = 2_000;

/** Takes a page of rows, of which one more was read to know whether there are more. */
function pageOf<Row>(rows: readonly Row[], size: number): { page: readonly Row[]; last: Row | null } {
  return { page: rows.slice(0, size), last: rows.length > size ? (rows[size - 1] ?? null) : null };
}

/** Each merchant's money by asset: received, paid out, held and refunded. */
const balances = defineQuery({
  right: "read",
  input: z.strictObject({
    after: z.strictObject({ merchantId: z.string().max(64), asset: z.string().max(128) }).nullish(),
  }),
  async resolve({ scope }, { after }) {
    const rows = await listBalances(scope, { merchantId: null, after: after ?? null, limit: pageSize + 1 });
    const { page, last } = pageOf(rows, pageSize);
    return {
      balances: page.map(presentBalance),
      next: last === null ? null : { merchantId: last.merchantId, asset: last.asset },
    };
  },
});

/** A page of settlements, the newest first. */
const list = defineQuery({
  right: "read",
  input: z.strictObject({
    ...settlementFilterFields,
    after: z.strictObject({ createdAt: z.iso.datetime(), paymentId: z.string().max(64) }).nullish(),
  }),
  async resolve({ scope }, { after, ...filter }) {
    const position = after ? { createdAt: new Date(after.createdAt), paymentId: after.paymentId } : null;
    const { page, last } = pageOf(
      await listSettlements(scope, toSettlementFilter(filter), position, pageSize + 1),
      pageSize,
    );
    return {
      settlements: page.map(presentSettlement),
      next: last === null ? null : { createdAt: last.createdAt.toISOString(), paymentId: last.paymentId },
    };
  },
});

/** A merchant's statement of a month (`YYYY-MM`): sums by asset, movements, and the months that have any. */
const statement = defineQuery({
  right: "read",
  input: z.strictObject({ merchantId: z.string(), month: z.string().max(7) }),
  async resolve({ scope }, { merchantId, month }) {
    const asked = await requireStatement(scope, merchantId, month);
    const [{ name }, months, totals, lines] = await Promise.all([
      getMerchantBranding(database, asked.merchantId),
      listStatementMonths(scope, merchantId),
      readStatementTotals(scope, asked.merchantId, month),
      listStatementLines(scope, asked.merchantId, asked, null, maxLines + 1),
    ]);
    return {
      merchantName: name,
      months,
      totals: totals.map(presentTotals),
      lines: lines.slice(0, maxLines).map(presentLine),
      isCutShort: lines.length > maxLines,
    };
  },
});

export const settlementQueries = {
  "settlements.balances": balances,
  "settlements.list": list,
  "settlements.statement": statement,
};
