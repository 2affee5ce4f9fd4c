import { expect, type Page, test } from "@playwright/test";
import { createAskingPartner } from "./asking-partner.ts";
import { createBuyer } from "./buyers.ts";
import { button, connect, option, title, trouble } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { installWallet } from "./wallet.ts";

/** Notes everything that moves or fades, in the page and in its frames, from the beginning. */
async function noteMotion(page: Page): Promise<() => Promise<string[]>> {
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

/** Pays in two steps, with a look at each state in which something waits, comes or goes. */
async function pay(page: Page, look: () => Promise<void>): Promise<void> {
  const wallet = await installWallet(page, { ...(await createBuyer()), chainId: 56 });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await expect(page.getByText("Time left")).toBeVisible();
  await look();
  await button(page, "Cancel this payment").click();
  await button(page, "Keep it").hover();
  await look();
  await button(page, "Keep it").click();
  await button(page, "Connect wallet").click();
  await expect(page.getByRole("dialog").getByText("Test Wallet")).toBeVisible();
  await look();
  await page.getByRole("dialog").getByText("Test Wallet").click();
  await option(page, /USDT.*BNB/).check();
  await look();
  await button(page, "Pay 24.90 USDT").click();
  const release = wallet.hold("eth_sendTransaction");
  wallet.rejectNext("eth_sendTransaction");
  await button(page, "Open wallet").click();
  await expect(button(page, "Waiting for your wallet…")).toBeVisible();
  await look();
  release();
  await expect(trouble(page)).toBeVisible();
  await button(page, "Try again").click();
  await expect(page.getByText("Step 2 of 2")).toBeVisible();
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Confirming your payment");
  await look();
  await expect(title(page)).toHaveText("Paid");
  await look();
}

test("nothing moves for those who asked for that, on the way to a payment", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const motion = await noteMotion(page);
  await pay(page, async () => expect(await motion()).toEqual([]));
});

test("for the others the page shows that it waits @desktop", async ({ page }) => {
  const motion = await noteMotion(page);
  await pay(page, async () => undefined);
  const found = await motion();
  expect(found.filter((one) => one.startsWith("animationstart <svg")).length).toBeGreaterThan(0);
  expect(found.filter((one) => one.startsWith("transitionrun")).length).toBeGreaterThan(0);
});

test("nothing moves in the form either", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const motion = await noteMotion(page);
  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment(undefined, await createAskingPartner());
  await page.goto(gatewayUrl);
  await connect(page);
  await button(page, "Continue to the form").click();
  const send = page.frameLocator("iframe").getByRole("button", { name: "Send my details" });
  await send.click();
  await expect(page.frameLocator("iframe").getByLabel("Full name")).toBeFocused();
  await send.hover();
  expect(await motion()).toEqual([]);
});
