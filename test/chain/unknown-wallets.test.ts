import { keccak256, parseEther, stringToHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerWallet } from "#lib/chain/relay/recovery/register-wallet.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import type { Address } from "#lib/core/caip.ts";
import { pool } from "#lib/db/pool.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { startService } from "#scripts/stack/service.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type Backup, takeBackup } from "#test/db/backup.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const key = keccak256(stringToHex("a wallet that the backup doesn't know"));
const address = privateKeyToAddress(key);
let till: Till;
let chain: TestChain;
let api: ApiClient;
let backup: Backup;

beforeAll(async () => {
  till = await startTill();
  chain = till.chains[0] as TestChain;
  const settlements = [{ token: usdc, address: chain.accounts.merchant.address }];
  api = createApiClient(till.baseUrl, await createPartner({ settlements }));
  await chain.client.setBalance({ address, value: parseEther("1") });
});
afterAll(async () => {
  await till.stop();
  await backup.drop();
});

/** Starts a worker that has the new wallet's key alone. */
const startNew = () => startService("scripts/worker.ts", { env: { ...till.env, RELAYER_PRIVATE_KEY: key } });

async function walletOf(wallet: Address) {
  const { rows } = await pool().query<{ isQuarantined: boolean; nextNonce: string; isLeased: boolean }>(
    `SELECT quarantined_at IS NOT NULL AS "isQuarantined", next_nonce AS "nextNonce", lease_until > now() AS "isLeased"
      FROM relayer_wallet WHERE chain_id = 8453 AND address = $1`,
    [wallet],
  );
  return rows[0];
}

test("what a wallet that was registered after the backup has collected is found when its worker starts", async () => {
  const [buyer] = chain.accounts.buyers;
  if (buyer === undefined) throw new Error("no buyer");
  const { paymentId } = await api.createPayment();
  backup = await takeBackup(String(till.env.DATABASE_URL));
  const first = await startNew();
  await until("the lease", async () => (await walletOf(address))?.isLeased);
  const option = await getFirstOption(api, paymentId, buyer);
  expect((await confirm(api, paymentId, option.id, await signOption(option, buyer))).status).toBe(200);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await first.stop();
  await backup.restore();
  expect(await walletOf(address)).toBeUndefined();

  const second = await startNew();
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await until("the end of the quarantine", async () => (await walletOf(address))?.isQuarantined === false);
  await second.stop();
  expect(await walletOf(address)).toMatchObject({ nextNonce: "1" });
  expect(await listTransfers(chain, usdc, buyer.address, defaultRouter, 0n)).toHaveLength(1);
  expect((await reconcile()).differences).toEqual([]);
});

test("a key that has sent transactions and collected nothing is used at once, from its next nonce", async () => {
  const wallet = chain.accounts.faucet.address;
  await chain.client.sendTransaction({ account: wallet, chain: null, to: wallet });
  await registerWallet({ chainId: 8453, wallet }, new Date(0));
  const nonce = await chain.client.getTransactionCount({ address: wallet });
  expect(nonce).toBeGreaterThan(0);
  expect(await walletOf(wallet)).toMatchObject({ isQuarantined: false, nextNonce: String(nonce) });
});

test("a wallet that has collected is in order in an installation without payments", async () => {
  await backup.restore();
  await registerWallet({ chainId: 8453, wallet: address });
  expect(await walletOf(address)).toMatchObject({ isQuarantined: false, nextNonce: "1" });
});
