import { expect, type Page, test } from "@playwright/test";
import { createAskingPartner } from "./asking-partner.ts";
import { createBuyer } from "./buyers.ts";
import { button, connect, option, problem, title } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { installWallet } from "./wallet.ts";

/** Records every animation and transition in the page and its frames. */
async function recordMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    for (const kind of ["animationstart", "transitionrun"]) {
      document.addEventListener(kind, ({ type, target }) => moved.push(`${type} ${(target as Element).outerHTML}`));
    }
  });
  return async () => {
    const found = page.frames().map((frame) =>
      frame.evaluate(() => {
        const running = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML);
        return [...(window as unknown as { moved: string[] }).moved, ...running.map(String)];
      }),
    );
    return (await Promise.all(found)).flat();
  };
}

/** Pays in two steps and calls `check` in every state that could animate. */
async function pay(page: Page, check: () => Promise<void>): Promise<void> {
  const wallet = await installWallet(page, { ...(await createBuyer()), chainId: 56 });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await expect(page.getByText("Time left")).toBeVisible();
  await check();
  await button(page, "Cancel payment").click();
  await button(page, "Keep payment").hover();
  await check();
  await button(page, "Keep payment").click();
  await button(page, "Connect wallet").click();
  await expect(button(page, "Test Wallet")).toBeVisible();
  await check();
  await button(page, "Test Wallet").click();
  await button(page, /with a network fee/).click();
  await option(page, /USDT.*BNB/).check();
  await check();
  await button(page, "Pay 24.90 USDT").click();
  const release = wallet.hold("eth_sendTransaction");
  wallet.rejectNext("eth_sendTransaction");
  await button(page, "Open wallet").click();
  await expect(button(page, "Waiting for your wallet…")).toBeVisible();
  await check();
  release();
  await expect(problem(page)).toBeVisible();
  await button(page, "Try again").click();
  await expect(page.getByText("Step 2 of 2")).toBeVisible();
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Payment sent");
  await check();
  await expect(title(page)).toHaveText("Paid");
  await check();
}

test("nothing moves in the checkout if the buyer prefers reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const motion = await recordMotion(page);
  await pay(page, async () => expect(await motion()).toEqual([]));
});

test("the checkout animates its progress otherwise @desktop", async ({ page }) => {
  const motion = await recordMotion(page);
  await pay(page, async () => undefined);
  const found = await motion();
  expect(found.filter((one) => one.startsWith("animationstart <svg")).length).toBeGreaterThan(0);
  expect(found.filter((one) => one.startsWith("transitionrun")).length).toBeGreaterThan(0);
});

test("nothing moves in the form if the buyer prefers reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const motion = await recordMotion(page);
  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment(undefined, await createAskingPartner());
  await page.goto(gatewayUrl);
  await connect(page);
  await button(page, "Enter your details").click();
  const send = page.frameLocator("iframe").getByRole("button", { name: "Send my details" });
  await send.click();
  await expect(page.frameLocator("iframe").getByLabel("Full name")).toBeFocused();
  await send.hover();
  expect(await motion()).toEqual([]);
});
