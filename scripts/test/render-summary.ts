import { type Report, sumCounts } from "./counts.ts";

export type Result = Report & { name: string; seconds: number; note?: string };

/**
 * Renders every failed test again (logs are often cut at the start), a table of all steps, and as the last line their sum:
 * `N passed, N failed`.
 * @param seconds the total elapsed time; less than the sum when steps ran at the same time.
 */
export function renderSummary(results: Result[], seconds: number): string {
  const total: Result = { name: "all steps", ...sumCounts(results), failures: [], seconds };
  const rows = [["", "passed", "failed", "skipped", "seconds", ""], ...[...results, total].map(row)];
  const width = (column: number): number => Math.max(...rows.map((cells) => cells[column]?.length ?? 0));
  const widths = rows[0]?.map((_, column) => width(column)) ?? [];
  const lines = rows.map((cells) => cells.map((cell, column) => pad(cell, column, widths[column] ?? 0)).join("  "));
  const failures = results.flatMap((result) => result.failures.map((failure) => `${result.name}: ${failure}\n`));
  return [
    ...failures,
    ...lines.map((line) => line.trimEnd()),
    "",
    `${total.passed} passed, ${total.failed} failed`,
  ].join("\n");
}

function row({ name, passed, failed, skipped, seconds, note }: Result): string[] {
  return [name, String(passed), String(failed), String(skipped), seconds.toFixed(1), note ?? ""];
}

function pad(cell: string, column: number, width: number): string {
  return column === 0 || column === 5 ? cell.padEnd(width) : cell.padStart(width);
}
