import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
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

test("every alarm is raised by the functions that deliver it, not by a line of the log", () => {
  const root = new URL("../../", import.meta.url);
  const files = globSync("{lib,scripts}/**/*.ts", { cwd: fileURLToPath(root) }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const raw = files.filter((file) => /\balarm: "/.test(readFileSync(new URL(file, root), "utf8")));
  expect(files.length).toBeGreaterThan(500);
  expect(raw).toEqual([]);
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
