import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { createBuyer } from "./buyers.ts";
import { button, connect, option, title, trouble } from "./paying.ts";
import { createPayment, insertPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";

async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => ({ id, at: nodes.map(({ target, html }) => `${target} ${html}`) }));
}

for (const theme of ["light", "dark"] as const) {
  test(`has nothing that axe complains of on the way to a payment: ${theme} @layout`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const wallet = await installWallet(page, { ...(await createBuyer()), chainId: 56 });
    const { gatewayUrl } = await createPayment();
    await page.goto(gatewayUrl);
    await expect(page.getByText("Time left")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await button(page, "Cancel this payment").click();
    expect(await violations(page)).toEqual([]);
    await button(page, "Keep it").click();
    await button(page, "Connect wallet").click();
    await expect(page.getByRole("dialog").getByText("Test Wallet")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("dialog").getByText("Test Wallet").click();
    await expect(title(page)).toHaveText("Choose what to pay with");
    expect(await violations(page)).toEqual([]);
    await option(page, /USDT.*BNB/).check();
    await button(page, "Pay 24.90 USDT").click();
    await expect(page.getByText("Step 1 of 2")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const release = wallet.hold("eth_sendTransaction");
    await button(page, "Open wallet").click();
    await expect(button(page, "Waiting for your wallet…")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    wallet.rejectNext("eth_sendTransaction");
    release();
    await expect(trouble(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await button(page, "Try again").click();
    await expect(page.getByText("Step 2 of 2")).toBeVisible();
    await button(page, "Open wallet").click();
    await expect(title(page)).toHaveText("Paid");
    expect(await violations(page)).toEqual([]);
  });

  test(`shows a code that a camera reads: ${theme} @desktop`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    const { gatewayUrl } = await createPayment();
    await page.goto(gatewayUrl);
    const picture = await page.getByRole("img", { name: "QR code of the payment link" }).screenshot();
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height })).toBe(gatewayUrl);
    // Some cameras read no code that is light on dark.
    const atTheTop = 4 * (2 * info.width + Math.floor(info.width / 2));
    expect([...data.subarray(atTheTop, atTheTop + 3)]).toEqual([255, 255, 255]);
  });

  test(`has nothing that axe complains of where there is nothing to pay with, or to pay: ${theme} @layout`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    await installWallet(page, await createBuyer([]));
    const { gatewayUrl } = await createPayment();
    await page.goto(gatewayUrl);
    await connect(page);
    await expect(title(page)).toHaveText("Nothing here to pay with");
    expect(await violations(page)).toEqual([]);
    for (const ending of [
      { status: "expired", expiresInMs: -1_000 },
      { status: "cancelled", cancelledReason: "cancelled_by_merchant" },
      { status: "failed" },
      { status: "failed", failureCode: "declined_user" },
    ]) {
      await page.goto(`${stack().baseUrl}/pay/${await insertPayment(ending)}`);
      expect(await violations(page)).toEqual([]);
    }
  });
}

test("fits a narrow screen and twice the size, with nothing to scroll sideways @layout", async ({ page }) => {
  await installWallet(page, await createBuyer());
  const { gatewayUrl } = await createPayment();
  const fits = async (what: string) => {
    // 1440 px at 200 % are 720, 640 px at 200 % are 320.
    for (const width of [320, 390, 720, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways, `${what} at ${width} px`).toBeLessThanOrEqual(0);
    }
  };
  await page.goto(gatewayUrl);
  await fits("the ways to pay");
  await connect(page);
  await expect(title(page)).toHaveText("Choose what to pay with");
  await fits("the options");
  await option(page, /USDT.*BNB/).check();
  await button(page, "Pay 24.90 USDT").click();
  await fits("a step");
});
