import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  concatHex,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  parseEther,
  size,
  stringToHex,
  toFunctionSelector,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import { estimateGas } from "#lib/chain/relay/fees/estimate-gas.ts";
import { currentRouter } from "#lib/chain/router/routers.ts";
import type { Address } from "#lib/core/caip.ts";
import { pool } from "#lib/db/pool.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { mint } from "#test/chain/mint.ts";
import { confirmWith, contractPayer, listOffers, perform } from "#test/chain/payer.ts";
import { smartWalletOf } from "#test/chain/smart-wallet.ts";
import { saysYes, saysYesExceptTo, saysYesThenReverts, saysYesWhenFree } from "#test/chain/wallet-codes.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal } from "#test/stack/wallet.ts";

const usdc = getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d");
const price = 10n * 10n ** 18n;
let till: Till;
let chain: TestChain;
let api: ApiClient;

beforeAll(async () => {
  till = await startTill({ chainIds: [56] });
  chain = till.chains[0] as TestChain;
  api = createApiClient(till.baseUrl, await createPartner());
});
afterAll(() => till.stop());

async function offerTo(account: Address) {
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, 56, account);
  if (option === undefined) throw new Error("there is no option");
  return { paymentId, option };
}

/** Creates an account without a key that has enough balance and an allowance for Permit2. */
async function createAllowed(account: Address): Promise<void> {
  await mint(chain, usdc, account, price);
  await chain.client.setBalance({ address: account, value: parseEther("1") });
  await chain.client.impersonateAccount({ address: account });
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2Address, price] });
  const hash = await chain.client.sendTransaction({ account, chain: null, to: usdc.address, data, gas: 100_000n });
  await chain.client.waitForTransactionReceipt({ hash });
}

/** Runs the worker until a payment has failed, and expects that the relayer has sent nothing for it. */
async function expectFailedForNothing(paymentId: string): Promise<void> {
  const nonce = () => chain.client.getTransactionCount({ address: chain.accounts.relayer.address });
  const before = await nonce();
  const worker = await startWorker();
  expect(await awaitFinal(api, paymentId)).toBe("failed");
  expect(await nonce()).toBe(before);
  await worker.stop();
}

/** The code of a contract that reverts any call with this reason. */
function revertsWith(reason: string): Hex {
  const data = encodeErrorResult({ abi: parseAbi(["error Error(string)"]), errorName: "Error", args: [reason] });
  const length = toHex(size(data), { size: 2 });
  // PUSH2 length, PUSH1 14, PUSH1 0, CODECOPY, PUSH2 length, PUSH1 0, REVERT
  return concatHex(["0x61", length, "0x600e600039", "0x61", length, "0x6000fd", data]);
}

test.each([
  ["contains a NUL", "a\0b", "0x0000000000000000000000000000000000f1c501"],
  ["is very long", "x".repeat(20_000), "0x0000000000000000000000000000000000f1c502"],
] as const)("a wallet whose revert reason %s delays no other payment", async (_, reason, wallet) => {
  await createAllowed(wallet);
  await chain.client.setCode({ address: wallet, bytecode: saysYes });
  const hostile = await offerTo(wallet);
  const answer = await confirmWith(api, hostile.paymentId, hostile.option, [`0x${"5a".repeat(65)}`]);
  expect([answer.status, answer.body.status]).toEqual([200, "processing"]);
  await chain.client.setCode({ address: wallet, bytecode: revertsWith(reason) });

  const payer = await createPayer(chain, reason.slice(0, 3), {
    token: usdc,
    kind: "key",
    amount: price,
    allowance: price,
  });
  const other = await offerTo(payer.account);
  await confirmWith(api, other.paymentId, other.option, await perform(other.option, payer));
  const worker = await startWorker();
  expect(await awaitFinal(api, other.paymentId)).toBe("succeeded");
  expect(await awaitFinal(api, hostile.paymentId)).toBe("failed");
  const { rows } = await pool().query<{ rejection: string }>(
    "SELECT rejection FROM payment_attempt WHERE payment_id = $1",
    [hostile.paymentId],
  );
  expect(rows[0]?.rejection.length).toBeLessThan(1_000);
  await worker.stop();
});

/** The code of a contract that says yes after 20,000 rounds of a loop, which take half a million gas. */
const saysYesSlowly: Hex = `0x614e205b6001900380600357${saysYes.slice(2)}`;

test.each([
  ["tells a simulation by its gas price", "0x0000000000000000000000000000000000f1c503", saysYesWhenFree],
  ["takes far more gas than when it was confirmed", "0x0000000000000000000000000000000000f1c504", saysYesSlowly],
] as const)("a wallet that %s fails, and costs nothing", async (_, wallet, bytecode) => {
  await createAllowed(wallet);
  await chain.client.setCode({ address: wallet, bytecode: bytecode === saysYesSlowly ? saysYes : bytecode });
  const { paymentId, option } = await offerTo(wallet);
  const answer = await confirmWith(api, paymentId, option, [`0x${"5a".repeat(65)}`]);
  expect([answer.status, answer.body.status]).toEqual([200, "processing"]);
  await chain.client.setCode({ address: wallet, bytecode });
  await expectFailedForNothing(paymentId);
});

test("a payment of an account that has got costly code since its confirm fails, and costs nothing", async () => {
  const payer = await createPayer(chain, "late code", { token: usdc, kind: "key", amount: price, allowance: price });
  const { paymentId, option } = await offerTo(payer.account);
  const answer = await confirmWith(api, paymentId, option, await perform(option, payer));
  expect([answer.status, answer.body.status]).toEqual([200, "processing"]);
  await chain.client.setCode({ address: payer.account, bytecode: saysYesSlowly });
  await expectFailedForNothing(paymentId);
});

test("a wallet's revert can't make the service fetch a URL", async () => {
  const requests: string[] = [];
  const server = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    response.end("0x");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const error =
    "error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)";
  const lookup = encodeErrorResult({
    abi: parseAbi([error]),
    errorName: "OffchainLookup",
    args: [currentRouter(56), [`http://127.0.0.1:${port}/{data}`], "0x", toFunctionSelector("PERMIT2()"), "0x"],
  });
  const wallet = "0x0000000000000000000000000000000000f1c506";
  await createAllowed(wallet);
  await chain.client.setCode({ address: wallet, bytecode: saysYesExceptTo(permit2Address, lookup) });
  const { paymentId, option } = await offerTo(wallet);
  const answer = await confirmWith(api, paymentId, option, [`0x${"5a".repeat(65)}`]);
  expect([answer.status, requests]).toEqual([422, []]);
});

test("a wallet that reports that less arrived takes the token away from no one", async () => {
  const error = "error WrongAmountReceived(uint256 received, uint256 amount)";
  const data = encodeErrorResult({ abi: parseAbi([error]), errorName: "WrongAmountReceived", args: [0n, price] });
  const wallet = "0x0000000000000000000000000000000000f1c507";
  await createAllowed(wallet);
  await chain.client.setCode({ address: wallet, bytecode: saysYesExceptTo(permit2Address, data) });
  const { paymentId, option } = await offerTo(wallet);
  const answer = await confirmWith(api, paymentId, option, [`0x${"5a".repeat(65)}`]);
  expect(answer.status).toBe(422);
  const payer = await createPayer(chain, "honest", { token: usdc, kind: "key", amount: price, allowance: price });
  await offerTo(payer.account);
});

test("what is in the pool doesn't count in an estimate of gas", async () => {
  const target = "0x0000000000000000000000000000000000f1c505";
  await chain.client.setCode({ address: target, bytecode: saysYesThenReverts });
  await chain.client.setAutomine(false);
  const [buyer] = chain.accounts.buyers;
  const account = privateKeyToAccount(buyer?.privateKey ?? "0x");
  await chain.client.sendTransaction({ account, chain: null, to: target, gas: 100_000n });
  const call = { chainId: 56, wallet: chain.accounts.relayer.address, target, calldata: "0x01" } as const;
  const estimate = await estimateGas({ ...call, purpose: { kind: "collection" } });
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
  expect(estimate).toBeTypeOf("bigint");
  expect(await estimateGas({ ...call, purpose: { kind: "collection" } })).toHaveProperty("refusal");
});

test("no wallet is deployed at our expense for an approval that no node has seen", async () => {
  const wallet = await smartWalletOf(chain, keccak256(stringToHex("an owner")), keccak256("0x05"));
  await mint(chain, usdc, wallet.address, price);
  const { paymentId, option } = await offerTo(wallet.address);
  const payer = { ...contractPayer(wallet), send: async () => keccak256("0x06") };
  const answer = await confirmWith(api, paymentId, option, await perform(option, payer));
  expect([answer.status, answer.body.status]).toEqual([200, "processing"]);
  const { rows } = await pool().query(
    `SELECT r.id FROM relay_transaction r JOIN payment_attempt a ON r.attempt_id = a.id AND r.kind = 'deployment'
     WHERE a.payment_id = $1`,
    [paymentId],
  );
  expect(rows).toEqual([]);
});
