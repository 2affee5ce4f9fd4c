import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { createDemoPayment } from "#scripts/demo/create-demo-payment.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { chromiumArgs, getChromium } from "#test/browser/get-chromium.ts";
import { withProduct } from "./bench-product.ts";
import { type Cores, watchCpu } from "./cpu-time.ts";
import { alternate } from "./load.ts";
import { rounds } from "./setting.ts";
import { printTable, ratios, say, spread, verdict } from "./table.ts";

const run = promisify(execFile);

/** npx gets it from the registry, because it is a tenth of all packages and only this benchmark needs it. */
const lighthouse = "lighthouse@13.5.0";
/** Applied: the browser is throttled. Simulated: Lighthouse's default, computed from an unthrottled visit. */
const methods = { applied: "devtools", simulated: "simulate" } as const;
/** The checkout polls and never becomes idle; this is well after everything has loaded. */
const maxLoadMs = 12_000;

type PageFigures = {
  score: number;
  firstPaintMs: number;
  lcpMs: number;
  cls: number;
  tbtMs: number;
  scriptKb: number;
  totalKb: number;
};

/** The targets of the checkout on Lighthouse's phone and network, with applied throttling. */
const targets: Record<keyof PageFigures, Parameters<typeof verdict>[1] | null> = {
  score: { atLeast: 95 },
  firstPaintMs: null,
  lcpMs: { atMost: 1_200 },
  cls: { atMost: 0.02 },
  tbtMs: { atMost: 150 },
  scriptKb: null,
  totalKb: null,
};

/**
 * Runs Lighthouse's mobile audit on the checkout and, for comparison, on the almost empty front page of the
 * same build. The audits alternate, so that noise affects both; reports the median of each, and the script
 * bytes that connecting a wallet adds. The simulation treats everything loaded before the first paint as
 * required for it, which on a local server is nearly all script. Its LCP is only useful to compare the two
 * pages.
 */
export async function benchCheckout(): Promise<void> {
  await withProduct({}, async (product) => {
    const debugPort = await choosePort(4300);
    const args = [...chromiumArgs, `--remote-debugging-port=${debugPort}`];
    const browser = await chromium.launch({ executablePath: getChromium(), args });
    try {
      const { baseUrl, apiKey, merchantId } = product.file;
      const link = await createDemoPayment(baseUrl, apiKey, merchantId);
      for (const name of ["applied", "simulated"] as const) {
        const urls = [`${baseUrl}/`, `${link}?lang=en`];
        const audits = urls.map((url) => () => audit(url, methods[name], debugPort));
        say(`Auditing with ${name} throttling`);
        for (const warmUp of audits) await warmUp();
        const endCpu = await watchCpu({ web: product.serverPid });
        const [empty = [], checkout = []] = await alternate(audits, rounds);
        print(name, checkout, empty, await endCpu());
      }
      const { before, added } = await connectingKb(browser, link);
      const printRow = printTable("Script of the checkout on the wire", ["Measured", "KB", "÷ before"]);
      printRow("before connecting a wallet", before.toFixed(1), "1");
      printRow("added by connecting", added.toFixed(1), (added / before).toFixed(2));
    } finally {
      await browser.close();
    }
  });
}

/** The part of Lighthouse's report that is used. */
type Report = {
  runtimeError?: { message: string };
  categories: { performance?: { score: number | null } };
  audits: Record<string, { numericValue?: number; details?: { items?: Record<string, unknown>[] } }>;
};

/** Audits one visit with an empty cache, and sends nothing to third parties. */
async function audit(url: string, throttlingMethod: "devtools" | "simulate", port: number): Promise<PageFigures> {
  const options = [
    `--port=${port}`,
    `--throttling-method=${throttlingMethod}`,
    `--max-wait-for-load=${maxLoadMs}`,
    "--only-categories=performance",
    "--output=json",
    "--quiet",
    "--no-enable-error-reporting",
  ];
  const { stdout } = await run("npx", ["--yes", "--ignore-scripts", lighthouse, url, ...options], {
    maxBuffer: 64 * 2 ** 20,
  });
  const { runtimeError, audits, categories }: Report = JSON.parse(stdout);
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const requests = audits["network-requests"]?.details?.items ?? [];
  const kilobytes = (wanted: (type: unknown) => boolean) =>
    requests.reduce((sum, one) => (wanted(one.resourceType) ? sum + Number(one.transferSize) / 1_000 : sum), 0);
  return {
    score: Math.round((categories.performance?.score ?? Number.NaN) * 100),
    firstPaintMs: value("first-contentful-paint"),
    lcpMs: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbtMs: value("total-blocking-time"),
    scriptKb: kilobytes((type) => type === "Script"),
    totalKb: kilobytes(() => true),
  };
}

function print(
  name: keyof typeof methods,
  checkout: readonly PageFigures[],
  empty: readonly PageFigures[],
  cores: Cores,
): void {
  const title = `Lighthouse, mobile, ${name} throttling: median of ${rounds} rounds (lowest–highest)`;
  const printRow = printTable(title, ["Figure", "checkout", "empty page", "checkout ÷ empty page", "target"]);
  for (const key of Object.keys(targets) as (keyof PageFigures)[]) {
    const [ours, theirs] = [checkout, empty].map((all) => all.map((row) => row[key])) as [number[], number[]];
    const isComparable = theirs.every((value) => value > 0);
    const target = targets[key];
    const compared = isComparable ? spread(ratios(ours, theirs)) : "";
    printRow(
      key,
      spread(ours),
      spread(theirs),
      compared,
      target === null || name !== "applied" ? "" : verdict(ours, target),
    );
  }
  for (const [of, used] of Object.entries(cores))
    printRow(`cores in use on average: ${of}`, spread([used]), "", "", "");
}

/** Measures the kilobytes of script on the wire, before and after the wallet list opens. */
async function connectingKb(browser: Browser, link: string): Promise<{ before: number; added: number }> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  let bytes = 0;
  const counted: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    const count = async () => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      bytes += responseBodySize + responseHeadersSize;
    };
    counted.push(count());
  });
  await page.goto(link, { waitUntil: "load" });
  await page.getByText("Time left").waitFor();
  await Promise.all(counted);
  const before = bytes;
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByText(/Demo wallet 0x/).waitFor();
  await Promise.all(counted);
  return { before: before / 1_000, added: (bytes - before) / 1_000 };
}
