import pg from "pg";
import type { Queryable, Value } from "#lib/db/pool.ts";
import type { Statement } from "#lib/db/statement.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { listPage } from "#lib/domain/payments/listing/repository.ts";
import { isRolledUp } from "#lib/domain/payments/statistics/count-payments.ts";
import { sumPayments, sumRollup } from "#lib/domain/payments/statistics/repository.ts";

export type RecordedStatement = { text: string; values: readonly Value[] };

/** Records the statements that `work` would run, without running them. */
export async function recordStatements(work: (on: Queryable) => Promise<unknown>): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = [];
  await work({
    async rows<Row extends object>({ text }: Statement, values: readonly Value[]): Promise<Row[]> {
      statements.push({ text, values });
      return [];
    },
  });
  return statements;
}

/** Inlines the parameters of a statement, for tools without parameters. */
export function inlineValues({ text, values }: RecordedStatement): string {
  return text
    .replaceAll(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1] ?? null))
    .replaceAll(/\s+/g, " ");
}

function literal(value: Value): string {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(", ")}]`;
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  return pg.escapeLiteral(String(value));
}

/** Records the two statements of a list: its first page and its statistics. */
export async function recordList(
  filter: PaymentFilter,
  sort: PaymentSort,
): Promise<[page: RecordedStatement, statistics: RecordedStatement]> {
  const now = new Date();
  const page = await recordStatements((on) => listPage(on, filter, sort, null, 51, now));
  const sum = isRolledUp(filter) ? sumRollup : sumPayments;
  const statistics = await recordStatements((on) => sum(on, filter, now));
  return [page[0] as RecordedStatement, statistics[0] as RecordedStatement];
}
