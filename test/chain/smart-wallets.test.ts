import { encodeFunctionData, type Hex, keccak256, maxUint256, serializeErc6492Signature, stringToHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { findDeploymentProgress } from "#lib/chain/relay/repository.ts";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import { deployCall } from "#lib/chain/signatures/deployments.ts";
import type { Address } from "#lib/core/caip.ts";
import { database, pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { SMART_WALLET_FACTORY } from "#scripts/devnet/contract-codes.ts";
import { mint } from "#test/chain/mint.ts";
import { confirmWith, contractPayer, listOffers, perform, type WireOption } from "#test/chain/payer.ts";
import { type SmartWallet, smartWalletOf } from "#test/chain/smart-wallet.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createDeployment } from "#test/domain/create-deployments.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const price = 10_000_000n;
let till: Till;
let chain: TestChain;
let api: ApiClient;
let owner: TestChain["accounts"]["relayer"];
let stranger: TestChain["accounts"]["relayer"];
let count = 0;

beforeAll(async () => {
  till = await startTill({ env: { WALLET_FACTORIES: SMART_WALLET_FACTORY } });
  chain = till.chains[0] as TestChain;
  [owner, stranger] = chain.accounts.buyers as [typeof owner, typeof owner];
  api = createApiClient(till.baseUrl, await createPartner());
});
afterAll(() => till.stop());

const nextSalt = () => keccak256(stringToHex(`smart wallets ${++count}`));

/** Funds an account and creates a payment with one option for it. */
async function offerTo(account: Address) {
  await mint(chain, usdc, account, price);
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, 8453, account);
  if (option === undefined) throw new Error("there is no option");
  return { paymentId, option };
}

/** Confirms with one signature. @returns the HTTP status with the payment's status or the issues. */
async function confirmed(paymentId: string, option: WireOption, signature: Hex) {
  const { status, body } = await confirmWith(api, paymentId, option, [signature]);
  return status === 200 ? [status, body.status] : [status, body.issues];
}

const anySignature: Hex = `0x${"5a".repeat(65)}`;
const refused = (message: string) => [422, [{ field: "results", message }]];
const notTheirs = refused("must be signed by the option's account");

describe("the signature of a contract wallet is refused", () => {
  let wallet: SmartWallet;
  let offer: Awaited<ReturnType<typeof offerTo>>;

  beforeEach(async () => {
    wallet = await smartWalletOf(chain, owner.privateKey, nextSalt());
    offer = await offerTo(wallet.address);
  });

  /** The signature of another owner's wallet for the same request, wrapped or not. */
  async function signAs(other: TestChain["accounts"]["relayer"]) {
    const [signature = "0x"] = await perform(offer.option, {
      ...contractPayer(await smartWalletOf(chain, other.privateKey, nextSalt())),
      account: wallet.address,
    });
    return signature;
  }

  test("when it is from another wallet that isn't deployed yet", async () => {
    expect(await confirmed(offer.paymentId, offer.option, await signAs(stranger))).toEqual(notTheirs);
  });

  test("when the wallet is deployed and its owner didn't sign", async () => {
    await wallet.deploy();
    expect(await confirmed(offer.paymentId, offer.option, anySignature)).toEqual(notTheirs);
    expect(await confirmed(offer.paymentId, offer.option, await signAs(stranger))).toEqual(notTheirs);
  });

  test("when it is not wrapped and there is no contract", async () => {
    expect(await confirmed(offer.paymentId, offer.option, `0x${"5a".repeat(600)}`)).toEqual(notTheirs);
  });

  test.each([
    ["is empty", "0x"],
    ["is malformed", `0x${"ff".repeat(96)}`],
  ] as const)("when its wrapper %s", async (_, wrapped) => {
    const magic = "6492".repeat(16);
    expect(await confirmed(offer.paymentId, offer.option, `${wrapped}${magic}`)).toEqual(notTheirs);
  });

  test("when its factory deploys something else, or reverts", async () => {
    const [signature = "0x"] = await perform(offer.option, contractPayer(wallet));
    const transfer = { abi: erc20Abi, functionName: "transfer", args: [stranger.address, 1n] } as const;
    const wrapped = serializeErc6492Signature({ address: usdc.address, data: encodeFunctionData(transfer), signature });
    expect(await confirmed(offer.paymentId, offer.option, wrapped)).toEqual(notTheirs);
  });

  test("when the contract burns all its gas", async () => {
    // JUMPDEST, PUSH1 0, JUMP: an infinite loop.
    const burner = "0x00000000000000000000000000000000000b0123";
    await chain.client.setCode({ address: burner, bytecode: "0x5b600056" });
    const { paymentId, option } = await offerTo(burner);
    expect(await confirmed(paymentId, option, anySignature)).toEqual(notTheirs);
  });
});

test("a contract that says yes once and then no costs nothing: the payment fails", async () => {
  const fickle = "0x0000000000000000000000000000000000f1c51e";
  // Returns ERC-1271's magic value from any call.
  await chain.client.setCode({ address: fickle, bytecode: `0x7f1626ba7e${"00".repeat(28)}60005260206000f3` });
  const { paymentId, option } = await offerTo(fickle);
  expect(await confirmed(paymentId, option, anySignature)).toEqual([200, "processing"]);
  await chain.client.setCode({ address: fickle, bytecode: "0x60006000fd" });
  const nonce = () => chain.client.getTransactionCount({ address: chain.accounts.relayer.address });
  const before = await nonce();
  const worker = await startWorker();
  expect(await awaitFinal(api, paymentId)).toBe("failed");
  expect(await nonce()).toBe(before);
  await worker.stop();
});

describe("with a worker", () => {
  let worker: { stop(): Promise<void> };

  beforeAll(async () => {
    worker = await startWorker();
  });
  afterAll(() => worker.stop());

  test("a wallet that confirms five times at once is deployed once and pays once", async () => {
    const wallet = await smartWalletOf(chain, owner.privateKey, nextSalt());
    const { paymentId, option } = await offerTo(wallet.address);
    const [signature = "0x"] = await perform(option, contractPayer(wallet));
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => confirmed(paymentId, option, signature)));
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await awaitFinal(api, paymentId)).toBe("succeeded");
    expect(await wallet.isDeployed()).toBe(true);
    const { rows } = await pool().query(
      `SELECT r.kind, r.state FROM relay_transaction r
       JOIN payment_attempt a ON a.id = r.attempt_id WHERE a.payment_id = $1 ORDER BY nonce`,
      [paymentId],
    );
    expect(rows).toEqual([
      { kind: "deployment", state: "final" },
      { kind: "collection", state: "final" },
    ]);
  });

  describe("a factory of the buyer's choice can't steal from the treasury:", () => {
    const amount = 7_000_000n;

    beforeEach(() => mint(chain, usdc, chain.accounts.relayer.address, amount));

    test.each([
      ["transfer", amount, "refused"],
      ["approve", maxUint256, "final"],
    ] as const)("%s", async (functionName, value, ending) => {
      const treasury = chain.accounts.relayer.address;
      const factoryData = encodeFunctionData({ abi: erc20Abi, functionName, args: [stranger.address, value] });
      const token = { address: usdc.address, abi: erc20Abi } as const;
      const held = () =>
        Promise.all([
          chain.client.readContract({ ...token, functionName: "balanceOf", args: [treasury] }),
          chain.client.readContract({ ...token, functionName: "allowance", args: [treasury, stranger.address] }),
        ]);
      const before = await held();
      // Shows that the factory would take the money if the treasury called it.
      const snapshot = await chain.client.snapshot();
      const direct = { account: treasury, chain: null, to: usdc.address, data: factoryData, gas: 200_000n };
      await chain.client.waitForTransactionReceipt({ hash: await chain.client.sendTransaction(direct) });
      expect(await held()).not.toEqual(before);
      await chain.client.revert({ id: snapshot });
      expect(await held()).toEqual(before);

      const purpose = await createDeployment();
      const call = deployCall({ factory: usdc.address, factoryData });
      await inTransaction((tx) => queueTransaction(tx, { chainId: 8453, wallet: treasury, purpose, ...call }));
      const state = await until("the end of the deployment", async () => {
        const progress = await findDeploymentProgress(database, purpose.attemptId);
        return progress?.state === "final" || progress?.state === "refused" ? progress.state : null;
      });
      expect(state).toBe(ending);
      expect(await held()).toEqual(before);
    });
  });
});
