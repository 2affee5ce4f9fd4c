import { expect, test } from "@playwright/test";
import { type Hex, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { fundAccounts } from "#scripts/devnet/fund-accounts.ts";
import { startDevnet } from "#scripts/devnet/start-devnet.ts";
import { pay } from "#scripts/pay/pay.ts";
import { startService } from "#scripts/stack/service.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { createMerchant, createWorkplace } from "./members.ts";
import { startOtherServer } from "./other-server.ts";
import { partner } from "./partner-command.ts";
import { title } from "./paying.ts";
import { createPayment, type Seller } from "./payments.ts";
import { addDestination } from "./selling.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

/** Base Sepolia, and Circle's test USDC on it. */
const chainId = 84_532;
const token = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";

// Starts a chain, a server and a worker, and waits for a payment to be final.
test.describe.configure({ timeout: 240_000 });

/** Starts a server and a worker of this installation whose operator has enabled the testnet, by one variable. */
async function startOnTestnet() {
  const devnet = await startDevnet({ chainIds: [chainId], idleBlockTimeSeconds: 1 });
  const rpcUrl = devnet.chains[0]?.rpcUrl ?? "";
  const relayer = devAccounts().relayer;
  const where = { chains: [...stack().chains, { chainId, rpcUrl }], confirmations: 2 };
  const server = await startOtherServer(async () => ({ [`RPC_URLS_${chainId}`]: rpcUrl }));
  const identity = { databaseUrl: stack().databaseUrl, publicUrl: server.baseUrl, port: 0 };
  const env = serviceEnv({ ...where, ...identity, relayerPrivateKey: relayer.privateKey });
  const custody = stack().chains.flatMap((chain) => [
    [`TREASURY_ADDRESS_${chain.chainId}`, relayer.address],
    [`FEE_RECIPIENT_${chain.chainId}`, relayer.address],
  ]);
  const worker = await startService("scripts/worker.ts", {
    env: { ...env, ...Object.fromEntries(custody), NODE_ENV: "production" },
  });
  return {
    baseUrl: server.baseUrl,
    async createBuyer(wholeTokens: bigint) {
      const privateKey = generatePrivateKey();
      const { address } = privateKeyToAccount(privateKey);
      await fundAccounts(rpcUrl, chainId, [{ address, nativeWei: parseEther("1"), wholeTokens }]);
      return { privateKey, address };
    },
    async stop() {
      await server.stop();
      await worker.stop();
      await devnet.stop();
    },
  };
}

/** Creates a merchant in the test account of a new partner, with a wallet that gets its test USDC. */
async function createTestSeller(shop: { address: Hex }): Promise<Seller> {
  const { partnerId } = await createWorkplace("Testnet");
  const [, apiKey = ""] = /Api-Key\s+(till_test_\S+)/.exec(await partner("test", partnerId)) ?? [];
  const seller = { apiKey, merchantId: await createMerchant({ apiKey }, "Trial Shop", "shop@trial.example") };
  await addDestination(seller, shop, { chainId, token });
  return seller;
}

test("a test payment on a testnet is shown until it is paid there @desktop", async ({ page }) => {
  const testnet = await startOnTestnet();
  try {
    const [shop, buyer] = [await testnet.createBuyer(0n), await testnet.createBuyer(1_000n)];
    const seller = await createTestSeller(shop);
    const { paymentId } = await createPayment(undefined, seller);
    const link = `${testnet.baseUrl}/pay/${paymentId}`;
    const { complaints, hosts } = watch(page);
    await page.goto(link);
    await expect(page.getByText("TEST", { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/^TEST: /);
    await pay({ link, appId: stack().appId, privateKey: buyer.privateKey, chainId });
    await expect(title(page)).toHaveText("Paid");
    await expect(page.getByText("TEST", { exact: true })).toBeVisible();
    await expect(page.getByText(/24\.90\sUSDC/).first()).toBeVisible();
    const explorer = page.getByRole("link", { name: "View on sepolia.basescan.org" });
    await expect(explorer).toHaveAttribute("href", /^https:\/\/sepolia\.basescan\.org\/tx\/0x[0-9a-f]{64}$/);
    expect(complaints).toEqual([]);
    expect([...hosts]).toEqual([new URL(testnet.baseUrl).host]);
  } finally {
    await testnet.stop();
  }
});
