import type { Figures } from "./load.ts";

type Row = { name: string } & Figures;

/** Prints figures as a table, with the ratio of the first row's requests per second to each other row's. */
export function printRatios(title: string, rows: readonly Row[]): void {
  process.stdout.write(`\n${title}\n`);
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, requestsPerSecond, p99Ms, cpuMsPerRequest, databaseCpuMsPerRequest } of rows) {
    const p99 = p99Ms === null ? "" : `  p99 ${String(p99Ms).padStart(4)} ms`;
    const cpu = cpuMsPerRequest === null ? "" : `  ${cpuMsPerRequest.toFixed(3)} ms CPU per request`;
    const database = databaseCpuMsPerRequest === null ? "" : `, Postgres ${databaseCpuMsPerRequest.toFixed(3)} ms`;
    const figures = `${requestsPerSecond.toFixed(0).padStart(7)} per second${p99}${cpu}${database}`;
    process.stdout.write(`  ${name.padEnd(width)} ${figures}\n`);
  }
  const [subject, ...references] = rows;
  for (const reference of references) {
    const ratio = (subject?.requestsPerSecond ?? 0) / reference.requestsPerSecond;
    process.stdout.write(`  ${subject?.name} : ${reference.name} = ${ratio.toFixed(3)}\n`);
  }
}
