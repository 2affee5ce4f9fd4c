import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { createDemoPayment } from "#scripts/demo/create-demo-payment.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { chromiumArgs, getChromium } from "#test/browser/get-chromium.ts";
import { say } from "./say.ts";
import { startBenchProduct } from "./start-bench-product.ts";

const run = promisify(execFile);

/** npx gets it from the registry, because it is a tenth of all packages and only this benchmark needs it. */
const lighthouse = "lighthouse@13.5.0";
const rounds = 5;
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

/** The targets of the checkout on Lighthouse's phone and network. */
const targets: Partial<Record<keyof PageFigures, (value: number) => boolean>> = {
  score: (value) => value >= 95,
  lcpMs: (value) => value <= 1_200,
  cls: (value) => value <= 0.02,
  tbtMs: (value) => value <= 150,
};

/**
 * Runs Lighthouse's mobile audit on the checkout and, for comparison, on the almost empty front page of the same build. The
 * audits alternate, so that noise affects both; reports the median of each, and the script bytes that connecting a wallet
 * adds. The simulation treats everything loaded before the first paint as required for it, which on a local server is
 * nearly all script. Its LCP is only useful to compare the two pages.
 */
export async function benchCheckout(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const product = await startBenchProduct(folder);
  const debugPort = await choosePort(4300);
  const browser = await chromium.launch({
    executablePath: getChromium(),
    args: [...chromiumArgs, `--remote-debugging-port=${debugPort}`],
  });
  try {
    const { baseUrl, apiKey, merchantId } = product.file;
    const link = await createDemoPayment(baseUrl, apiKey, merchantId);
    for (const [name, method] of Object.entries(methods)) {
      const found: { checkout: PageFigures[]; empty: PageFigures[] } = { checkout: [], empty: [] };
      // The first round is a warm-up.
      for (let round = 0; round <= rounds; round += 1) {
        const empty = await audit(`${baseUrl}/`, method, debugPort);
        const checkout = await audit(`${link}?lang=en`, method, debugPort);
        if (round === 0) continue;
        found.empty.push(empty);
        found.checkout.push(checkout);
      }
      say(`\nLighthouse, mobile, ${name} throttling: median of ${rounds} [lowest–highest]`);
      print(found.checkout, found.empty);
    }
    const { before, added } = await connectingKb(browser, link);
    say(`\nscript before connecting a wallet ${before.toFixed(1)} KB; connecting adds ${added.toFixed(1)} KB`);
  } finally {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
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

function print(checkout: readonly PageFigures[], empty: readonly PageFigures[]): void {
  for (const key of Object.keys(checkout[0] ?? {}) as (keyof PageFigures)[]) {
    const ours = spread(checkout.map((row) => row[key]));
    const theirs = spread(empty.map((row) => row[key]));
    const ratio = theirs.median > 0 ? `  ratio ${(ours.median / theirs.median).toFixed(2)}` : "";
    const verdict = targets[key]?.(ours.median) === false ? "  TARGET MISSED" : "";
    say(`  ${key.padEnd(12)} checkout ${format(ours)}  empty page ${format(theirs)}${ratio}${verdict}`);
  }
}

type Spread = { median: number; lowest: number; highest: number };

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return { median: at(Math.floor(sorted.length / 2)), lowest: at(0), highest: at(sorted.length - 1) };
}

function format({ median, lowest, highest }: Spread): string {
  const short = (value: number) => String(Number(value.toFixed(value < 1 ? 3 : 1)));
  return `${short(median).padStart(7)} [${short(lowest)}–${short(highest)}]`.padEnd(26);
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
