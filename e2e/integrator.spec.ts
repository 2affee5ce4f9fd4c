import { execFile, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { newId } from "#lib/core/ids.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { codeOf, wordsOf } from "./guide.ts";
import { linkTo } from "./mailbox.ts";
import { stack } from "./stack.ts";

const run = promisify(execFile);

// Covers a whole onboarding, with a password hashed at full cost and a payment on chain.
test.describe.configure({ timeout: 120_000 });

test("an integrator gets from sign-up to a refund by the quick start's own words and commands @desktop", async ({
  page,
  context,
}, testInfo) => {
  const { baseUrl } = stack();
  const guide = await context.newPage();
  await guide.goto(`${baseUrl}/docs/guides/quick-start`);
  const section = (heading: string) => wordsOf(guide, heading);
  const code = (title: string) => codeOf(guide, title);
  const dialog = page.getByRole("dialog");
  const press = (name: string | undefined, within: Page | typeof dialog = page) =>
    within
      .getByRole("button", { name: name ?? "", exact: true })
      .first()
      .click();

  const email = `integrator-${newId("usr", new Date()).toLowerCase()}@till.example`;
  const [sendLink, createAccount] = await section("1. Create an account");
  await page.goto((await guide.getByRole("link", { name: "the sign-up page" }).getAttribute("href")) ?? "");
  await page.getByLabel("Email").fill(email);
  await press(sendLink);
  await page.goto(await linkTo(email));
  await page.getByLabel("Company").fill("Integrator Ltd");
  await page.getByLabel("Your name").fill("Grace");
  await page.getByLabel("Password").fill("a nanosecond of wire");
  await press(createAccount);
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();

  const [merchants, createMerchant, , addDestination] = await section("2. Add a merchant");
  await page
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("link", { name: merchants ?? "" })
    .click();
  await press(createMerchant);
  await dialog.getByLabel("Name").fill("Corner Shop");
  await dialog.getByLabel("Email", { exact: true }).fill("shop@corner.example");
  await press(createMerchant, dialog);
  await press(addDestination);
  await page.getByRole("group", { name: "Base" }).getByLabel("USDC").check();
  await page.getByLabel("2. Address").fill("0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
  await dialog.getByRole("button", { name: /^Add/ }).click();
  await expect(page.getByText("USDC on Base").first()).toBeVisible();

  const [developers, keys, createKey, ...rest] = await section("3. Create an API key");
  const [saved, , ...permissions] = rest.toReversed();
  await page
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("link", { name: developers ?? "" })
    .click();
  await page
    .getByRole("navigation", { name: "Developers" })
    .getByRole("link", { name: keys ?? "" })
    .click();
  await press(createKey);
  await dialog.getByLabel("Name").fill("Server");
  expect(permissions).toHaveLength(5);
  for (const permission of permissions) await dialog.getByRole("checkbox", { name: permission }).check();
  await press(createKey, dialog);
  const key = (await dialog.locator("code").textContent()) ?? "";
  await press(saved, dialog);

  const folder = testInfo.outputPath();
  await writeFile(path.join(folder, "receiver.mjs"), await code("receiver.mjs"));
  const demoFile = path.join(folder, "demo.json");
  await writeFile(demoFile, JSON.stringify(stack()));
  const port = await findFreePort();
  const settings = (await code("Set the variables")).replace("till_your_key", key);
  const merchant = await code("Find the merchant's id");
  const endpoint = (await code("Create a webhook endpoint")).replace(":4000", `:${port}`);
  const variables = [settings, merchant, endpoint].join("\n");
  const prepared = await run("bash", ["-euo", "pipefail", "-c", `${variables}\necho "secret=$SECRET"`]);
  const [, secret] = /secret=(whsec_\S+)/.exec(prepared.stdout) ?? [];
  const [, merchantId] = /^(mrch_\S+)$/m.exec(prepared.stdout) ?? [];

  const receiver = spawn(
    "bash",
    ["-c", (await code("Start the receiver")).replace(/&\s*$/, "").replace("node", "exec node")],
    {
      cwd: folder,
      env: { ...process.env, SECRET: secret, PORT: String(port) },
    },
  );
  let output = "";
  const events = receiver.stdout.setEncoding("utf8");
  const seen = new Promise<void>((resolve) => {
    events.on("data", (text: string) => {
      output += text;
      if (output.includes("payment.succeeded ORDER-1")) resolve();
    });
  });
  try {
    const titles = ["Create a payment", "Pay as a buyer", "Get the status", "Refund the payment"];
    const commands = await Promise.all(titles.map(code));
    const lines = [settings, `MERCHANT_ID=${merchantId}`, ...commands].join("\n");
    const env = { ...process.env, TILL_DEMO_FILE: demoFile };
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", lines], { env });
    expect(stdout).toContain("Final status: succeeded");
    expect(stdout).toMatch(/"status":"succeeded"[\s\S]*"refundId"/);
    await seen;
    expect(output).toMatch(/payment\.created ORDER-1\npayment\.processing ORDER-1\npayment\.succeeded ORDER-1/);
  } finally {
    receiver.kill();
  }
  await page.goto(`${baseUrl}/dashboard/payments`);
  await expect(page.getByRole("row").filter({ hasText: "ORDER-1" })).toContainText("Refunded");
});
