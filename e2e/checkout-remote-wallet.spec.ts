import { expect, type Page, test } from "@playwright/test";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { type Attestor, startAttestor } from "./attestor.ts";
import { createBuyer } from "./buyers.ts";
import { expectAccessible } from "./look.ts";
import { startOtherServer } from "./other-server.ts";
import { button, option, problem, title } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { type RemoteWallet, startRemoteWallet } from "./remote-wallet.ts";
import { startWalletRelay, tags, type WalletRelay } from "./wallet-relay.ts";
import { watch } from "./watch.ts";

let relay: WalletRelay;
let attestor: Attestor;
let server: Awaited<ReturnType<typeof startOtherServer>>;
const wallets: RemoteWallet[] = [];

test.beforeAll(async () => {
  relay = await startWalletRelay();
  attestor = await startAttestor();
  const project = { WALLETCONNECT_PROJECT_ID: "0".repeat(32), WALLETCONNECT_RELAY_URL: relay.url };
  server = await startOtherServer(async () => project);
});
test.beforeEach(() => relay.clear());
test.afterEach(async () => {
  for (const wallet of wallets.splice(0)) await wallet.stop();
});
test.afterAll(async () => {
  await server.stop();
  await attestor.stop();
  await relay.stop();
});

async function startWallet(more: { chainIds?: readonly number[]; nativeLink?: string } = {}): Promise<RemoteWallet> {
  const { chainIds, ...options } = more;
  const buyer = await createBuyer(chainIds);
  const wallet = await startRemoteWallet({ buyer, relayUrl: relay.url, verifyUrl: attestor.url, ...options });
  wallets.push(wallet);
  return wallet;
}

/** Opens the checkout of a new payment. No request leaves this machine: the service that attests origins is the test's. */
async function openCheckout(page: Page): Promise<string[]> {
  const others: string[] = [];
  await page.route(
    (url) => url.origin !== server.baseUrl,
    (route) => {
      const { hostname, pathname } = new URL(route.request().url());
      if (hostname === "verify.walletconnect.org" && pathname === "/v3/attestation") return attestor.fulfill(route);
      others.push(hostname);
      return route.abort();
    },
  );
  const { paymentId } = await createPayment();
  await page.goto(`${server.baseUrl}/pay/${paymentId}`);
  return others;
}

/** Collects errors that nothing handles. The library also logs those that it reports. */
function unhandledErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  return errors;
}

const code = (page: Page) => page.getByRole("img", { name: "QR code to connect your wallet" });

/** Scans the code on the page, as a phone would. It is drawn larger, because the decoder misreads some that are small. */
async function scan(page: Page): Promise<string> {
  const drawn = await code(page).evaluate((svg) => svg.outerHTML);
  const picture = Buffer.from(drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'));
  const dotsPerModule = 8;
  const { data, info } = await sharp(picture, { density: 72 * dotsPerModule })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height });
}

async function showCode(page: Page): Promise<string> {
  await button(page, "Connect wallet").click();
  await button(page, "WalletConnect").click();
  await expect(code(page)).toBeVisible();
  return scan(page);
}

async function connect(page: Page, wallet: RemoteWallet): Promise<void> {
  await wallet.approve(await wallet.readCode(await showCode(page)));
  await expect(title(page)).toHaveText("Choose what to pay with");
}

test("a wallet on another device pays, and sees the installation's name and which page asks", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { complaints } = watch(page);
  const wallet = await startWallet({ chainIds: [8453] });
  const others = await openCheckout(page);
  const uri = await showCode(page);
  await expectAccessible(page);
  await button(page, "Copy connection link").click();
  await expect(button(page, "Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uri);

  const proposal = await wallet.readCode(uri);
  const { metadata } = proposal.params.proposer;
  expect(metadata).toEqual({
    name: "Till",
    description: "Checkout for payments with stablecoins",
    url: server.baseUrl,
    icons: [`${server.baseUrl}/icons/till.png`],
  });
  expect((await fetch(metadata.icons[0] ?? "")).headers.get("Content-Type")).toBe("image/png");
  expect(proposal.verifyContext.verified).toMatchObject({ validation: "VALID", origin: server.baseUrl });
  expect(proposal.params.requiredNamespaces).toEqual({});
  expect(proposal.params.optionalNamespaces.eip155?.methods).toEqual([
    "eth_signTypedData_v4",
    "eth_sendTransaction",
    "personal_sign",
    "wallet_switchEthereumChain",
    "wallet_addEthereumChain",
  ]);
  expect(proposal.params.optionalNamespaces.eip155?.events).toEqual(["accountsChanged", "chainChanged"]);

  await wallet.approve(proposal);
  await expect(title(page)).toHaveText("Choose what to pay with");
  await expect(page.getByText("Pocket Wallet")).toBeVisible();
  await button(page, "Pay 24.90 USDC").click();
  await expect(title(page)).toHaveText("Paid");
  expect(wallet.asked.map(({ method }) => method)).toEqual(["eth_signTypedData_v4"]);
  expect((await relay.whenPublished(tags.request)).attestation).toMatch(/^ey/);
  expect(complaints).toEqual([]);
  expect(others).toEqual([]);
});

test("a wallet that declines the connection or the payment can be asked again", async ({ page }) => {
  const wallet = await startWallet({ chainIds: [8453] });
  await openCheckout(page);
  await wallet.reject(await wallet.readCode(await showCode(page)));
  await expect(problem(page)).toHaveText("You declined the request in your wallet. You haven’t been charged.");
  await button(page, "WalletConnect").click();
  await wallet.approve(await wallet.readCode(await scan(page)));
  await expect(title(page)).toHaveText("Choose what to pay with");
  wallet.rejectNext("eth_signTypedData_v4");
  await button(page, "Pay 24.90 USDC").click();
  await expect(problem(page)).toContainText("You declined the request");
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Paid");
});

test("two steps on another network go through the wallet", async ({ page }) => {
  const wallet = await startWallet();
  await openCheckout(page);
  await connect(page, wallet);
  await button(page, /with a network fee/).click();
  await option(page, /USDT.*BNB/).check();
  await button(page, "Pay 24.90 USDT").click();
  await button(page, "Open wallet").click();
  await expect(page.getByText("Step 2 of 2")).toBeVisible();
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Paid");
  expect(wallet.asked.map(({ method, chainId }) => [method, chainId])).toEqual([
    ["eth_sendTransaction", "eip155:56"],
    ["eth_signTypedData_v4", "eip155:56"],
  ]);
});

test("only networks and requests that the wallet has allowed are offered", async ({ page }) => {
  const wallet = await startWallet();
  await openCheckout(page);
  await wallet.approve(await wallet.readCode(await showCode(page)), { chainIds: [8453] });
  await expect(option(page, /USDC.*Base/)).toBeChecked();
  await expect(button(page, /with a network fee/)).toBeHidden();
  for (const only of [{ chainIds: [1] }, { chainIds: [56], methods: ["eth_signTypedData_v4"] }]) {
    await button(page, "Use another wallet").click();
    await wallet.approve(await wallet.readCode(await showCode(page)), only);
    await expect(title(page)).toHaveText("Can’t pay with this wallet");
    await expect(page.getByText("Your wallet didn’t allow a network or request that’s needed here.")).toBeVisible();
    await expectAccessible(page);
  }
});

test("a code that expires is replaced at once", async ({ page }) => {
  const errors = unhandledErrors(page);
  await page.clock.install();
  const wallet = await startWallet({ chainIds: [8453] });
  await openCheckout(page);
  const first = await showCode(page);
  await page.clock.fastForward("05:01");
  await expect(problem(page)).toHaveText("The code expired. Scan the new one.");
  await expect(code(page)).toBeVisible();
  const second = await scan(page);
  expect(second).not.toBe(first);
  await wallet.approve(await wallet.readCode(second));
  await expect(title(page)).toHaveText("Choose what to pay with");
  expect(errors).toEqual([]);
});

test("a wallet that doesn't answer is waited for, until the request expires and can be sent again", async ({
  page,
}) => {
  const errors = unhandledErrors(page);
  await page.clock.install();
  const wallet = await startWallet({ chainIds: [8453] });
  await openCheckout(page);
  await connect(page, wallet);
  const release = wallet.hold("eth_signTypedData_v4");
  await button(page, "Pay 24.90 USDC").click();
  await relay.whenPublished(tags.request);
  await expect(page.getByText("Approve the request in your wallet.")).toBeVisible();
  await page.clock.fastForward("00:10");
  await expect(problem(page)).toHaveText(
    "Your wallet hasn’t answered yet. Open it and check that it’s online, or use another wallet.",
  );
  await expectAccessible(page);
  await page.clock.fastForward("05:00");
  await expect(problem(page)).toHaveText("The request in your wallet expired. Try again to send a new one.");
  expect(errors).toEqual([]);
  release();
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Paid");
});

test("a session that ended while the page was closed shows the list, from which a new one begins", async ({ page }) => {
  const errors = unhandledErrors(page);
  const wallet = await startWallet({ chainIds: [8453] });
  await openCheckout(page);
  await connect(page, wallet);
  const address = page.url();
  await page.goto("about:blank");
  await wallet.end();
  await relay.whenPublished(tags.sessionDelete);
  await page.goto(address);
  await button(page, "Connect wallet").click();
  await expect(title(page)).toHaveText("Choose a wallet");
  await button(page, "WalletConnect").click();
  await wallet.approve(await wallet.readCode(await scan(page)));
  await button(page, "Pay 24.90 USDC").click();
  await expect(title(page)).toHaveText("Paid");
  expect(errors).toEqual([]);
});

test("a session lasts across reloads, until the wallet ends it", async ({ page }) => {
  const wallet = await startWallet({ chainIds: [8453] });
  await openCheckout(page);
  await connect(page, wallet);
  await page.reload();
  await button(page, "Connect wallet").click();
  await expect(page.getByText("Pocket Wallet")).toBeVisible();
  await wallet.end();
  await expect(title(page)).toHaveText("Choose a wallet");
  await expect(problem(page)).toHaveText("Your wallet ended the connection. Choose a wallet to continue.");
});

for (const mode of ["unreachable", "refusing", "silent"] as const) {
  test(`a relay that is ${mode} is reported, and connects once it serves again`, async ({ page }) => {
    await page.clock.install();
    const wallet = await startWallet({ chainIds: [8453] });
    relay.setMode(mode);
    await openCheckout(page);
    await button(page, "Connect wallet").click();
    await button(page, "WalletConnect").click();
    await expect(page.getByText("Waiting for your wallet…").first()).toBeAttached();
    await page.clock.fastForward("00:10");
    await expect(problem(page)).toHaveText(
      "Your wallet can’t be reached. Check your internet connection and try again, or choose another wallet.",
    );
    await expectAccessible(page);
    relay.setMode("serving");
    await button(page, "WalletConnect").click();
    // The code of the first attempt, which comes late, isn't shown, because it connects nothing.
    await wallet.approve(await wallet.readCode(await scan(page)));
    await expect(title(page)).toHaveText("Choose what to pay with");
  });
}

test("a relay that falls silent stops neither the reload of a session nor its signature for ever", async ({ page }) => {
  await page.clock.install();
  const wallet = await startWallet({ chainIds: [8453] });
  await openCheckout(page);
  await connect(page, wallet);
  relay.setMode("silent");
  await button(page, "Pay 24.90 USDC").click();
  await page.clock.fastForward("00:10");
  await expect(problem(page)).toContainText("Your wallet hasn’t answered yet.");
  await page.reload();
  await expect(page.getByText("Loading…")).toBeVisible();
  await page.clock.fastForward("00:10");
  await expect(problem(page)).toContainText("Your wallet can’t be reached.");
  await expect(title(page)).toHaveText("Choose a wallet");
});

test("on a phone, a link opens the wallet to connect, and each request opens it again @phone", async ({ page }) => {
  // A phone leaves the page for the app; this browser has none.
  await page.addInitScript(() => {
    const opened: unknown[] = [];
    Object.assign(window, { opened, open: (...args: unknown[]) => void opened.push(args.slice(0, 2)) });
  });
  const wallet = await startWallet({ chainIds: [8453], nativeLink: "pocket://" });
  await openCheckout(page);
  await button(page, "Connect wallet").click();
  await button(page, "WalletConnect").click();
  const link = page.getByRole("link", { name: "Open wallet" });
  await expect(link).toHaveAttribute("href", /^wc:/);
  await expect(button(page, "Copy connection link")).toBeVisible();
  await expectAccessible(page);
  await wallet.approve(await wallet.readCode((await link.getAttribute("href")) ?? ""));
  await expect(title(page)).toHaveText("Choose what to pay with");
  const release = wallet.hold("eth_signTypedData_v4");
  await button(page, "Pay 24.90 USDC").click();
  await expect(link).toHaveAttribute("href", "pocket://");
  await expectAccessible(page);
  const opened = () => page.evaluate(() => (window as unknown as { opened: [string, string][] }).opened);
  await expect
    .poll(opened)
    .toEqual([[expect.stringMatching(/^pocket:\/\/wc\?requestId=\d+&sessionTopic=[0-9a-f]{64}$/), "_self"]]);
  release();
  await expect(title(page)).toHaveText("Paid");
});
