import { expect, test } from "@playwright/test";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { expectAccessible, picture } from "./look.ts";
import { startOtherServer } from "./other-server.ts";
import { insertPayment } from "./payments.ts";
import { stack } from "./stack.ts";

const operator = {
  OPERATOR_NAME: "Elektrizitätswerke Beispiel & Söhne Zahlungsdienste GmbH",
  OPERATOR_IMPRINT_URL: "https://operator.example/imprint",
  OPERATOR_SOURCE_URL: "https://operator.example/source",
  OPERATOR_STATUS_URL: "https://status.operator.example/",
};

test("the start page shows what it is, and leads to the docs, the status and the sign-in @layout", async ({ page }, {
  project,
}) => {
  await page.goto(stack().baseUrl);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("img", { name: /24\.90 USDC/ })).toBeVisible();
  const about = page.getByRole("navigation", { name: "About this service" });
  await expect(about.getByRole("link", { name: "Status" })).toHaveAttribute("href", "/readyz");
  // Without an operator there is nothing to say about one.
  await expect(about.getByRole("link", { name: "Source code" })).toHaveCount(0);
  await expect(page.getByText("Operated by")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Legal notice" })).toHaveCount(0);
  await expectAccessible(page);
  await picture(page, "start", project.name);
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("the operator is named on the start page, at the sign-in and below buyer pages, in the buyer's language @phone", async ({
  page,
}, { project }) => {
  const { baseUrl, stop } = await startOtherServer(async () => operator);
  await page.goto(baseUrl);
  const imprint = (name: string) => page.getByRole("link", { name });
  await expect(page.getByText(`Operated by ${operator.OPERATOR_NAME}`)).toBeVisible();
  await expect(imprint("Legal notice")).toHaveAttribute("href", operator.OPERATOR_IMPRINT_URL);
  await expect(page.getByRole("link", { name: "Source code" })).toHaveAttribute("href", operator.OPERATOR_SOURCE_URL);
  await expect(page.getByRole("link", { name: "Status" })).toHaveAttribute("href", operator.OPERATOR_STATUS_URL);
  await expectAccessible(page);
  await picture(page, "start-operator", project.name);
  await page.goto(`${baseUrl}/sign-in`);
  await expect(page.getByText(`Operated by ${operator.OPERATOR_NAME}`)).toBeVisible();
  const payment = await insertPayment({ status: "requires_action" });
  for (const [locale, word] of [
    ["de", "Impressum"],
    ["ar", "الإشعار القانوني"],
  ] as const) {
    await page.goto(`${baseUrl}/pay/${payment}?lang=${locale}`);
    await expect(page.getByRole("button", { name: messagesFor(locale)["methods.connect"] })).toBeVisible();
    await expect(page.getByText(operator.OPERATOR_NAME)).toBeVisible();
    await expect(imprint(word)).toHaveAttribute("href", operator.OPERATOR_IMPRINT_URL);
    // The desktop's width too: a second server for its project would cost more than the pages.
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    await expectAccessible(page);
    await picture(page, `operator-${locale}`, project.name);
  }
  await stop();
});
