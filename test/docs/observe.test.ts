import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { alarmKinds } from "#lib/core/alarm-kinds.ts";
import { addPoolMetrics, addServiceMetrics } from "#lib/domain/platform/metrics/service-metrics.ts";
import { metrics } from "#lib/log/metrics.ts";

const text = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");

/** The first cells of a table's rows, by the table's first heading. */
function firstCells(heading: string): string[] {
  const [, table = ""] = text.split(`\n| ${heading} |`);
  const [rows = ""] = table.split("\n\n");
  return [...rows.matchAll(/^\| `([^`]+)` \| .*[^ ] \|$/gm)].map(([, cell]) => String(cell));
}

test("docs/operations.md says the cause of every alarm and what to do, and lists no other", () => {
  expect(firstCells("alarm")).toEqual(Object.keys(alarmKinds).toSorted());
});

test("docs/operations.md lists every metric, and no other", () => {
  addPoolMetrics();
  addServiceMetrics();
  const names = metrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name);
  expect(firstCells("metric").toSorted()).toEqual(names.toSorted());
});

test("the dashboard and the alert rules use metrics that exist", () => {
  const known = new Set(firstCells("metric"));
  for (const file of ["grafana-dashboard.json", "alert-rules.yml"]) {
    const source = readFileSync(new URL(`../../deploy/observability/${file}`, import.meta.url), "utf8");
    const used = [...source.matchAll(/\btill_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ""));
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  }
});
