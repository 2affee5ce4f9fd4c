import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { createDemoPayment } from "#scripts/demo/create-demo-payment.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { startProduct } from "#scripts/stack/start-product.ts";
import { chromiumArgs, getChromium } from "#test/browser/get-chromium.ts";

const rounds = 5;
/** Applied: the browser itself is slowed down. Simulated: Lighthouse's own default, worked out from an unslowed visit. */
const methods = { applied: "devtools", simulated: "simulate" } as const;
/** A page that polls is never at rest; long after everything else is there. */
const longestLoadMs = 12_000;

type PageFigures = {
  score: number;
  firstPaintMs: number;
  lcpMs: number;
  cls: number;
  tbtMs: number;
  scriptKb: number;
  totalKb: number;
};

/** What the checkout is to keep to on the phone and the network that Lighthouse stands for. */
const aims: Partial<Record<keyof PageFigures, (value: number) => boolean>> = {
  score: (value) => value >= 95,
  lcpMs: (value) => value <= 1_200,
  cls: (value) => value <= 0.02,
  tbtMs: (value) => value <= 150,
};

/**
 * Lighthouse's mobile audit of the checkout, beside the front page of the same build, which is all but empty: in turns,
 * so that a noisy moment hits both, the median round of each; and the bytes of script that connecting a wallet adds.
 * The simulation counts whatever arrived before the first paint as needed for it; from a server on this machine that is
 * mostly all script, of the empty page too. Its LCP is comparable between the two, and says little by itself.
 */
export async function benchCheckout(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const product = await startProduct({
    ...{ folder, dev: false, port: 4200, durability: "full", pastPayments: 0, knownApiKey: null },
    onStep: say,
  });
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
      // The first round warms up and does not count.
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
    say(`\nscript until a wallet is asked for ${before.toFixed(1)} KB; connecting adds ${added.toFixed(1)} KB`);
  } finally {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One visit of somebody who was never there. Nothing is sent to anybody: this is a function, not the command line. */
async function audit(url: string, throttlingMethod: "devtools" | "simulate", port: number): Promise<PageFigures> {
  const result = await lighthouse(url, {
    ...({ port, throttlingMethod, maxWaitForLoad: longestLoadMs } as const),
    ...({ output: "json", logLevel: "error", onlyCategories: ["performance"] } as const),
  });
  if (result === undefined || result.lhr.runtimeError !== undefined) {
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? "no result"}`);
  }
  const { audits, categories } = result.lhr;
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const { details } = audits["network-requests"] ?? {};
  const requests = details?.type === "table" ? details.items : [];
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
    const verdict = aims[key]?.(ours.median) === false ? "  AIM MISSED" : "";
    say(`  ${key.padEnd(12)} checkout ${told(ours)}  empty page ${told(theirs)}${ratio}${verdict}`);
  }
}

type Spread = { median: number; lowest: number; highest: number };

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return { median: at(Math.floor(sorted.length / 2)), lowest: at(0), highest: at(sorted.length - 1) };
}

function told({ median, lowest, highest }: Spread): string {
  const short = (value: number) => String(Number(value.toFixed(value < 1 ? 3 : 1)));
  return `${short(median).padStart(7)} [${short(lowest)}–${short(highest)}]`.padEnd(26);
}

/** Kilobytes of script as sent over the wire, until the list of wallets is asked for, and after it. */
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
