import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDemoPayment } from "#scripts/demo/create-demo-payment.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { startService } from "#scripts/stack/service.ts";
import { startProduct } from "#scripts/stack/start-product.ts";
import { compare } from "./load.ts";
import { printRatios } from "./print-ratios.ts";

/**
 * The status endpoint of the built product, authenticated and read from Postgres, beside a raw `node:http` answer and
 * a Next route handler that does nothing (`/healthz`), all in one run.
 */
export async function benchStatus(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const product = await startProduct({
    ...{ folder, dev: false, port: 4200, durability: "full", pastPayments: 300, knownApiKey: null },
    onStep: (step) => process.stdout.write(`${step}\n`),
  });
  const rawPort = await choosePort(4300);
  const raw = await startService("bench/raw-server.ts", { env: { PORT: String(rawPort) } });
  try {
    const { baseUrl, apiKey, merchantId } = product.file;
    const link = await createDemoPayment(baseUrl, apiKey, merchantId);
    const paymentId = link.slice(link.lastIndexOf("/") + 1);
    const headers = { "api-key": apiKey, "merchant-id": merchantId };
    const pid = product.serverPid;
    const targets = [
      { name: "status", url: `${baseUrl}/v1/payments/${paymentId}/status`, pid, headers },
      { name: "raw node:http", url: `http://127.0.0.1:${rawPort}/`, pid: raw.pid },
      { name: "bare Next route handler", url: `${baseUrl}/healthz`, pid },
    ];
    const rows = await compare(targets, { connections: 32, seconds: 4, rounds: 5 });
    printRatios("GET /v1/payments/{id}/status, 32 connections, median of 5 rounds of 4 s", rows);
  } finally {
    await raw.stop();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
