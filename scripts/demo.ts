import { rm } from "node:fs/promises";
import path from "node:path";
import { createDemoPayment } from "#scripts/demo/create-demo-payment.ts";
import { demoFolder, readDemoFile, writeDemoFile } from "#scripts/demo/demo-file.ts";
import { readFlags } from "#scripts/process/read-flags.ts";
import { startProduct } from "#scripts/stack/start-product.ts";

// Runs the whole product on this machine: `npm run demo`, or `npm run dev` with hot reload.
const flags = readFlags(
  `npm run demo             runs the whole product on this machine, with chains of its own, until Ctrl-C
npm run demo -- --fresh  deletes the data of the demo before
npm run dev              the same with hot reload
PORT chooses the port; default: 3000.`,
  ["fresh", "dev"],
);
const say = (line: string) => process.stdout.write(`${line}\n`);
const startedAt = performance.now();
const elapsed = () => `${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s`;

const stopRequested = new Promise<string>((resolve) => {
  process.once("SIGINT", () => resolve("Stopping."));
  process.once("SIGTERM", () => resolve("Stopping."));
});

const folder = path.join(demoFolder, "demo");
if (flags.fresh) await rm(folder, { recursive: true, force: true });
const demo = await startProduct({
  folder,
  dev: flags.dev,
  port: Number(process.env.PORT || 3000),
  durability: "full",
  pastPayments: 300,
  knownApiKey: (await readDemoFile())?.apiKey ?? null,
  onStep: (step) => say(`${elapsed()}  ${step}`),
}).catch((error: unknown) => {
  process.stderr.write(`The demo couldn't start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

await writeDemoFile(demo.file);
const { baseUrl, apiKey, appId, merchantId, dashboard } = demo.file;
const link = await createDemoPayment(baseUrl, apiKey, merchantId);
say(`
Till is running at ${baseUrl}

  API key      ${apiKey}
  Merchant-Id  ${merchantId}
  App-Id       ${appId}
  Dashboard    ${baseUrl}/dashboard  (sign in as ${dashboard.email} with ${dashboard.password})

New payment:  ${link}
Pay it with:  npm run pay -- ${link}

Emails, such as sign-up links, are printed here instead of being sent. The values above are also in .till/demo.json.
Press Ctrl-C to stop. The data is kept; start with --fresh to delete it.
`);

const reason = await Promise.race([stopRequested, demo.broken]);
say(reason);
await demo.stop();
process.exit(reason === "Stopping." ? 0 : 1);
