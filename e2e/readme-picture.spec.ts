import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { pay } from "#scripts/pay/pay.ts";
import { createBuyer } from "./buyers.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { type CreatedPayment, callApi } from "./payments.ts";
import { addDestination } from "./selling.ts";
import { stack } from "./stack.ts";

/**
 * Makes the picture that the README opens with, from the running product:
 * `TILL_SCREENS=docs/screens npx playwright test e2e/readme-picture.spec.ts`. Otherwise there is nothing to test here.
 */
const folder = process.env.TILL_SCREENS;

const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];
type Shots = Record<Theme, string>;

const width = 800;
const columnWidth = 392;
/** GitHub's own limit is higher; a README that opens slowly isn't read. */
const maxBytes = 250_000;

if (folder !== undefined) {
  test.use({ deviceScaleFactor: 2 });

  test("the way of a payment, for the README @desktop", async ({ page, context }) => {
    const workplace = await createWorkplace("Acme Payments");
    const [shop, buyer] = [await createBuyer([8453]), await createBuyer([8453])];
    await addDestination(workplace, shop);
    const amount = { unit: "iso4217/USD", value: "2490" };
    const order = { referenceId: "ORDER-7", amount };
    const created = (await callApi(workplace, "POST", "/v1/payments", order)) as CreatedPayment;

    await page.setViewportSize({ width: columnWidth + 24, height: 1_000 });
    await page.goto(created.gatewayUrl);
    await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible();
    await expect(page.getByText("Time left")).toBeVisible();
    const ticket = page.getByRole("article");
    const link = await shoot(page, ticket);
    await pay({ link: created.gatewayUrl, appId: stack().appId, privateKey: buyer.privateKey });
    await expect(page.getByRole("heading", { level: 2 })).toHaveText("Paid");
    const paid = await shoot(page, ticket);

    await signIn(context, await createMember(workplace, "admin"));
    await page.setViewportSize({ width: width + 40, height: 1_400 });
    await page.goto(`${stack().baseUrl}/dashboard/payments/${created.paymentId}`);
    await expect(page.getByText("Paid out", { exact: true })).toBeVisible();
    const progress = await shoot(page, page.getByRole("list", { name: "Progress" }));
    const payout = await shoot(
      page,
      page
        .locator("section")
        .filter({ has: page.getByRole("heading", { name: "Payout" }) })
        .last(),
    );

    // The product's pages allow neither inline styles nor data URLs.
    await page.goto("about:blank");
    for (const theme of themes) {
      await page.setContent(await composition(theme, { link, paid, progress, payout }));
      await page.setViewportSize({ width, height: 1_200 });
      await page.evaluate(() => document.fonts.ready);
      const shot = await page.locator("main").screenshot({ animations: "disabled", omitBackground: true });
      const file = path.join(folder, `link-paid-settled-${theme}.png`);
      const { size } = await sharp(shot).png({ palette: true, quality: 90, effort: 10 }).toFile(file);
      expect(size).toBeLessThan(maxBytes);
    }
  });
}

/** Takes an element in both themes. @returns data URLs. */
async function shoot(page: Page, element: Locator): Promise<Shots> {
  const shots: Shots = { light: "", dark: "" };
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    shots[theme] = dataUrl("image/png", await element.screenshot({ animations: "disabled" }));
  }
  return shots;
}

const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString("base64")}`;

const colors = {
  light: {
    canvas: "#f3f2ed",
    ink: "#191c19",
    muted: "#5a5f58",
    accent: "#0b6b4f",
    onAccent: "#ffffff",
    line: "#e2e0d8",
  },
  dark: {
    canvas: "#0e1110",
    ink: "#ecefea",
    muted: "#a1aaa3",
    accent: "#5fd0a3",
    onAccent: "#06241a",
    line: "#2a312d",
  },
} as const;

type Parts = Record<"link" | "paid" | "progress" | "payout", Shots>;

/** The page that is the picture. */
async function composition(theme: Theme, { link, paid, progress, payout }: Parts): Promise<string> {
  const font = dataUrl("font/woff2", await readFile("node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2"));
  const { canvas, ink, muted, accent, onAccent, line } = colors[theme];
  const step = (number: number, title: string, text: string) =>
    `<h2><b>${number}</b><span>${title}<small>${text}</small></span></h2>`;
  const shown = (shots: Shots) => `<img src="${shots[theme]}">`;
  return `<!doctype html><style>
    @font-face { font-family: Geist; src: url(${font}); font-weight: 100 900; }
    * { box-sizing: border-box; margin: 0; }
    body { font: 15px/1.4 Geist; color: ${ink}; }
    main { width: ${width}px; padding: 20px; background: ${canvas}; display: grid; gap: 20px 16px; grid-template-columns: 1fr 1fr; align-items: start; border-radius: 12px; border: 1px solid ${line}; }
    .wide { grid-column: 1 / -1; display: grid; gap: 12px; }
    section { display: grid; gap: 12px; }
    h2 { display: flex; gap: 10px; font-size: 17px; font-weight: 600; line-height: 1.25; }
    b { flex: none; display: grid; place-items: center; width: 24px; height: 24px; border-radius: 12px; background: ${accent}; color: ${onAccent}; font-size: 14px; }
    small { display: block; margin-top: 2px; font-size: 14px; font-weight: 400; color: ${muted}; }
    img { display: block; width: 100%; border-radius: 16px; }
  </style><main>
    <section>${step(1, "The link", "The buyer opens or scans it")}${shown(link)}</section>
    <section>${step(2, "Paid", "One signature, no gas")}${shown(paid)}</section>
    <section class="wide">${step(3, "Settled", "The same transaction paid the merchant")}${shown(progress)}${shown(payout)}</section>
  </main>`;
}
