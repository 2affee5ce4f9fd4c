import { encodeFunctionData, erc20Abi, type Hex, maxUint256 } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { compareNonces } from "#lib/chain/relay/nonces/compare-nonces.ts";
import { listOpenUnknown } from "#lib/chain/relay/nonces/quarantine-repository.ts";
import { recoverWallet } from "#lib/chain/relay/recovery/recover-wallet.ts";
import { reserveQueued } from "#lib/chain/relay/sending/reserve.ts";
import { claimRelayQueue, releaseRelayQueue } from "#lib/chain/relay/wallets/wallets.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { assetOf, nativeAsset } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { actAs } from "#lib/core/actor.ts";
import { useClock } from "#lib/core/clock.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { RunningWork } from "#lib/core/running-work.ts";
import { database, pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { deleteUnusedOptions } from "#lib/domain/payments/collection/delete-unused-options.ts";
import { requestMovement } from "#lib/domain/payments/ledger/movements/request-movement.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { listOperatorDecisions } from "#lib/domain/payments/ledger/repository.ts";
import { resolveOpenTransfer } from "#lib/domain/payments/ledger/transfers/resolve-transfer.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { startWorker } from "#lib/jobs/start-worker.ts";
import { log } from "#lib/log/log.ts";
import { SMART_WALLET_FACTORY } from "#scripts/devnet/contract-codes.ts";
import { describeReconciliation } from "#scripts/reconcile/describe-reconciliation.ts";
import { isComplete, recoverAll, resolveUnknown } from "#scripts/recover/recover-all.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { mint } from "#test/chain/mint.ts";
import { confirmWith, listOffers, perform, type WireOption } from "#test/chain/payer.ts";
import { sendAsRelayer } from "#test/chain/send-as-relayer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type Backup, takeBackup } from "#test/db/backup.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal, awaitSettlement, confirm, getOptions, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
/** Has no authorizations, so that its payouts are plain transfers. */
const usdt = getToken("eip155:137/erc20:0xc2132D05D31c914a87C6611C10748AEb04B58e8F");
let till: Till;
let chain: TestChain;
let api: ApiClient;
let held: ApiClient;
let heldPartner: TestPartner;
let backup: Backup | null = null;

beforeAll(async () => {
  till = await startTill({
    chainIds: [8453, 137],
    env: { WALLET_FACTORIES: SMART_WALLET_FACTORY, GAS_RESERVE_8453: "0.1" },
  });
  chain = till.chains[0] as TestChain;
  const settlements = [{ token: usdc, address: chain.accounts.merchant.address }];
  api = createApiClient(till.baseUrl, await createPartner({ settlements }));
  heldPartner = await createPartner();
  held = createApiClient(till.baseUrl, heldPartner);
});
afterAll(() => till.stop());
beforeEach(() => startPoint());
afterEach(async () => {
  await backup?.drop();
  backup = null;
});

let sinceBlock = 0n;
async function startPoint() {
  sinceBlock = (await chain.client.getBlockNumber()) + 1n;
}

const backUp = async () => {
  backup = await takeBackup(String(till.env.DATABASE_URL));
  return backup;
};

/** Creates a payment and signs an option of it. @returns the call that confirms it. */
async function prepare(client = api) {
  const buyer = chain.accounts.buyers[0] as TestChain["accounts"]["relayer"];
  const { paymentId } = await client.createPayment();
  const [option] = await getOptions(client, paymentId, buyer);
  if (option === undefined) throw new Error("no option");
  const signature = await signOption(option, buyer);
  return { paymentId, optionId: option.id, confirm: () => confirm(client, paymentId, option.id, signature) };
}

/** Confirms a payment and waits, with a worker of its own, until it has ended. */
async function payNow(payment: { paymentId: string; confirm(): Promise<{ status: number }> }, client = api) {
  const worker = await startWorker();
  expect((await payment.confirm()).status).toBe(200);
  const status = await awaitFinal(client, payment.paymentId);
  await worker.stop();
  return status;
}

/** The amounts that left the buyer. */
const collected = () => {
  const [buyer] = chain.accounts.buyers;
  return listTransfers(chain, usdc, buyer?.address as Hex, defaultRouter, sinceBlock);
};

async function walletState() {
  const { rows } = await pool().query(
    "SELECT quarantined_at IS NOT NULL AS quarantined, unknown_from FROM relayer_wallet WHERE chain_id = 8453 AND address = $1",
    [chain.accounts.relayer.address],
  );
  return rows[0];
}

async function attributions() {
  const { rows } = await pool().query(
    'SELECT attribution, payment_id AS "paymentId" FROM unknown_transaction ORDER BY nonce',
  );
  return rows;
}

const statusOf = async (client: ApiClient, paymentId: string) =>
  (await client.merchant("GET", `/v1/payments/${paymentId}`)).body;
const isMissing = ({ kind }: { kind: string }) => kind === "missing_transfer" || kind === "deficit";
const inOrder = { quarantined: false, unknown_from: null };
const queue = () => ({ chainId: 8453, wallet: chain.accounts.relayer.address });

/** Runs `npm run recover`. @returns whether nothing needs a person. */
async function recover() {
  const found = await recoverAll(relayRegistry);
  return found.every(isComplete);
}

test("a payment that a restored database has not heard of succeeds again, and the merchant is paid once", async () => {
  const payment = await prepare();
  const { restore } = await backUp();
  expect(await payNow(payment)).toBe("succeeded");
  const before = await statusOf(api, payment.paymentId);
  await restore();
  expect((await statusOf(api, payment.paymentId)).status).toBe("requires_action");

  expect(await recover()).toBe(true);
  const after = await statusOf(api, payment.paymentId);
  expect(after).toMatchObject({ status: "succeeded", info: before.info, settlement: { successful: {} } });
  expect(await walletState()).toEqual(inOrder);
  expect((await attributions()).at(-1)).toEqual({ attribution: "collection", paymentId: payment.paymentId });
  expect(await collected()).toEqual([10_000_000n]);
  const { rows } = await pool().query("SELECT action FROM audit_entry WHERE subject_id = $1", [payment.paymentId]);
  expect(rows).toContainEqual({ action: "payment.recovered" });
});

test("a payment that was confirmed in the backup and collected after it is found by its event", async () => {
  const payment = await prepare();
  expect((await payment.confirm()).status).toBe(200);
  const { restore } = await backUp();
  const first = await startWorker();
  expect(await awaitFinal(api, payment.paymentId)).toBe("succeeded");
  await first.stop();
  await restore();

  const second = await startWorker();
  expect(await awaitFinal(api, payment.paymentId)).toBe("succeeded");
  await second.stop();
  expect(await collected()).toEqual([10_000_000n]);
  expect(await recover()).toBe(true);
});

test("a payment that still waited for its wallet in the backup, and was collected after it, succeeds", async () => {
  const payer = await createPayer(chain, "restored", { token: usdc, amount: 10_000_000n, kind: "counterfactual" });
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, 8453, payer.account))[0] as WireOption;
  expect((await confirmWith(api, paymentId, option, await perform(option, payer))).status).toBe(200);
  const { restore } = await backUp();
  const first = await startWorker();
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await first.stop();
  await restore();

  const second = await startWorker();
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await second.stop();
  expect(await recover()).toBe(true);
});

test("a payment that expired in the restored database succeeds: the chain wins", async () => {
  const payment = await prepare();
  const { restore } = await backUp();
  expect(await payNow(payment)).toBe("succeeded");
  await restore();
  expect((await api.merchant("POST", `/v1/payments/${payment.paymentId}/cancel`, {})).status).toBe(200);
  expect(await recover()).toBe(true);
  expect((await statusOf(api, payment.paymentId)).status).toBe("succeeded");
});

test("an option that the backup doesn't hold is made again from the sealed record of its transaction", async () => {
  const { paymentId } = await api.createPayment();
  const { restore } = await backUp();
  const buyer = chain.accounts.buyers[0] as TestChain["accounts"]["relayer"];
  const [option] = await getOptions(api, paymentId, buyer);
  if (option === undefined) throw new Error("no option");
  const signature = await signOption(option, buyer);
  expect(await payNow({ paymentId, confirm: () => confirm(api, paymentId, option.id, signature) })).toBe("succeeded");
  await restore();
  expect(await recover()).toBe(true);
  expect((await statusOf(api, paymentId)).status).toBe("succeeded");
});

test("money that a wallet held under a lost option is still held, although another wallet is the treasury by now", async () => {
  const { paymentId } = await held.createPayment();
  const { restore } = await backUp();
  const buyer = chain.accounts.buyers[0] as TestChain["accounts"]["relayer"];
  const [option] = await getOptions(held, paymentId, buyer);
  if (option === undefined) throw new Error("no option");
  const signature = await signOption(option, buyer);
  const payment = { paymentId, confirm: () => confirm(held, paymentId, option.id, signature) };
  expect(await payNow(payment, held)).toBe("succeeded");
  await restore();
  // Without TREASURY_ADDRESS, the wallet that was registered first is the treasury.
  const other = "0x0000000000000000000000000000000000000007";
  await pool().query(
    "INSERT INTO relayer_wallet (chain_id, address, next_nonce, created_at) VALUES (8453, $1, 0, '2020-01-01')",
    [other],
  );
  expect(await recover()).toBe(true);
  await pool().query("UPDATE relayer_wallet SET created_at = now(), is_active = false WHERE address = $1", [other]);
  expect(await statusOf(held, paymentId)).toMatchObject({ status: "succeeded", settlement: null });
  const { rows } = await pool().query("SELECT state, treasury FROM payout WHERE payment_id = $1", [paymentId]);
  expect(rows).toEqual([{ state: "held", treasury: chain.accounts.relayer.address }]);
});

test("a payment that the backup doesn't hold at all is listed for a person, by its id", async () => {
  const { restore } = await backUp();
  const payment = await prepare();
  expect(await payNow(payment)).toBe("succeeded");
  await restore();
  expect(await recover()).toBe(false);
  const { rows } = await pool().query(
    "SELECT detail, nonce FROM unknown_transaction WHERE attribution = 'lost' AND resolution IS NULL",
  );
  expect(rows).toEqual([{ detail: expect.stringContaining(payment.paymentId), nonce: expect.any(String) }]);
  // The merchant was paid by that transaction, so nothing stands against new ones.
  expect(await walletState()).toEqual(inOrder);
  const lost = { kind: "unknown_transaction", attribution: "lost", nonce: BigInt(rows[0].nonce) };
  expect((await reconcile()).differences).toContainEqual(expect.objectContaining(lost));
  await resolveUnknown(`8453:${chain.accounts.relayer.address}:${rows[0].nonce}`, "booked by hand");
  expect(await recover()).toBe(true);
});

test("nothing is offered or sent while a transaction of the wallet is unknown", async () => {
  const payment = await prepare();
  expect((await payment.confirm()).status).toBe(200);
  const { relayer, merchant } = chain.accounts;
  const nonce = await chain.client.getTransactionCount({ address: relayer.address });
  await sendAsRelayer(chain, nonce, merchant.address, "0x");
  const worker = await startWorker();
  await until("the unknown transaction", async () => {
    const { rows } = await pool().query("SELECT FROM unknown_transaction WHERE nonce = $1", [nonce]);
    return rows.length > 0;
  });
  expect(await walletState()).toMatchObject({ quarantined: true });
  const buyer = chain.accounts.buyers[0] as TestChain["accounts"]["relayer"];
  const { paymentId } = await api.createPayment();
  expect(await getOptions(api, paymentId, buyer)).toEqual([]);
  expect(await collected()).toEqual([]);

  await resolveUnknown(`8453:${relayer.address}:${nonce}`, "a test of the key");
  expect(await awaitFinal(api, payment.paymentId)).toBe("succeeded");
  expect(await getOptions(api, paymentId, buyer)).not.toEqual([]);
  await worker.stop();
});

test("no nonce is taken once the chain has a transaction that the database has lost, even while the same worker runs", async () => {
  const payment = await prepare();
  expect((await payment.confirm()).status).toBe(200);
  const { relayer } = chain.accounts;
  expect(await claimRelayQueue(queue(), "a worker", 60_000)).toBe(true);
  const reserver = { owner: "a worker", mayReserve: true, registry: relayRegistry, ends: new RunningWork<bigint>() };
  const reserveNow = () => reserveQueued(queue(), reserver, "fresh");
  // As after a failover to a standby that was behind: another of the wallet's transactions is mined and not known.
  const nonce = await chain.client.getTransactionCount({ address: relayer.address });
  await sendAsRelayer(chain, nonce, relayer.address, "0x");
  expect((await reserveNow()).count).toBe(0);
  expect(await walletState()).toMatchObject({ quarantined: true });

  expect(await recover()).toBe(true);
  expect((await reserveNow()).count).toBe(1);
  await releaseRelayQueue(queue(), "a worker");
  const worker = await startWorker();
  expect(await awaitFinal(api, payment.paymentId)).toBe("succeeded");
  await worker.stop();
  const { rows } = await pool().query(
    "SELECT state, nonce FROM relay_transaction WHERE attempt_id IN (SELECT id FROM payment_attempt WHERE payment_id = $1)",
    [payment.paymentId],
  );
  expect(rows).toEqual([{ state: "final", nonce: String(nonce + 1) }]);
});

test("an option offered before its submitter was quarantined can't be confirmed until the recovery is complete", async () => {
  const payment = await prepare();
  const nonce = await chain.client.getTransactionCount({ address: chain.accounts.relayer.address });
  await sendAsRelayer(chain, nonce, chain.accounts.merchant.address, "0x");
  await compareNonces(queue());
  expect(await payment.confirm()).toMatchObject({ status: 400, body: { code: "quote_expired" } });
  expect(await recoverWallet(queue(), relayRegistry, { blocks: 1_000, transactions: 10 })).toBe(false);
  await resolveUnknown(`8453:${chain.accounts.relayer.address}:${nonce}`, "a test of the key");
  expect(await recover()).toBe(true);
});

test("a call that moves nothing, such as an approval for a thief, is a difference until a person explains it under their name", async () => {
  const { relayer, merchant } = chain.accounts;
  const nonce = await chain.client.getTransactionCount({ address: relayer.address });
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [merchant.address, maxUint256] });
  await sendAsRelayer(chain, nonce, usdc.address, data);
  const key = `8453:${relayer.address}:${nonce}`;
  const common = { kind: "unknown_transaction", ...queue(), nonce: BigInt(nonce) };
  const unknown = async () => (await reconcile()).differences.filter(({ kind }) => kind.endsWith("_transaction"));
  expect(await unknown()).toMatchObject([{ kind: "foreign_transaction" }]);
  await compareNonces(queue());
  expect(await unknown()).toEqual([{ ...common, txHash: null, attribution: null }]);
  expect(describeReconciliation(await reconcile())).toContain(`unknown_transaction  ${key}  Base: not found in recent`);
  expect(await recover()).toBe(false);
  const { hash: txHash } = await chain.client.getTransaction({ blockTag: "latest", index: 0 });
  expect(await unknown()).toEqual([{ ...common, txHash, attribution: "unknown" }]);
  expect((await reconcile({ isFull: true })).differences).toContainEqual({ ...common, txHash, attribution: "unknown" });
  expect(describeReconciliation(await reconcile())).toContain(`${key}  Base: unknown, ${txHash}`);

  const operator = { kind: "operator", id: null, name: "npm run recover (ada)" } as const;
  await actAs(operator, () => resolveUnknown(key, "a test of the key"));
  expect(await recover()).toBe(true);
  expect(await unknown()).toEqual([]);
  expect(await listOperatorDecisions(database, 1)).toMatchObject([
    {
      actorName: operator.name,
      action: "unknown_transaction.explained",
      subjectId: key,
      reason: "a test of the key",
      facts: { attribution: "unknown", tx_hash: txHash },
    },
  ]);
});

test("the relay's own forms are attributed without a person", async () => {
  const { relayer } = chain.accounts;
  const nonce = await chain.client.getTransactionCount({ address: relayer.address });
  await sendAsRelayer(chain, nonce, relayer.address, "0x");
  await expect(
    sendAsRelayer(chain, nonce + 1, usdc.address, transferCalldata(relayer.address, 10n ** 40n)),
  ).rejects.toThrow("reverted");
  expect(await recover()).toBe(true);
  expect((await attributions()).slice(-2).map(({ attribution }) => attribution)).toEqual(["noop", "reverted"]);
});

test("a recovery by hand attributes however many transactions there are, farther back than a worker reads", async () => {
  const { address } = chain.accounts.relayer;
  const nonce = await chain.client.getTransactionCount({ address });
  for (let index = 0; index < 205; index += 1) await sendAsRelayer(chain, nonce + index, address, "0x");
  await chain.client.mine({ blocks: 2_100 });
  await compareNonces(queue());
  expect(await recoverWallet(queue(), relayRegistry, { blocks: 2_000, transactions: 200 })).toBe(false);
  expect(await recover()).toBe(true);
  expect(await walletState()).toEqual(inOrder);
});

test("a transfer that the database doesn't know needs a person, even if the key is ours", async () => {
  const { relayer, merchant } = chain.accounts;
  const nonce = await chain.client.getTransactionCount({ address: relayer.address });
  await sendAsRelayer(chain, nonce, usdc.address, transferCalldata(merchant.address, 0n));
  expect(await recover()).toBe(false);
  await resolveUnknown(`8453:${relayer.address}:${nonce}`, "a transfer of nothing");
  expect(await recover()).toBe(true);
});

test("held money is paid out once although the restored database still owes it", async () => {
  const payment = await prepare(held);
  expect(await payNow(payment, held)).toBe("succeeded");
  const { partnerId } = heldPartner;
  await setDestination(heldPartner, usdc, chain.accounts.merchant.address);
  await inTransaction((tx) => payOutNow(tx, { partnerId, merchantId: null }, payment.paymentId));
  const { restore } = await backUp();
  const settled = async () => {
    const worker = await startWorker();
    const hash = await awaitSettlement(held, payment.paymentId);
    await worker.stop();
    return hash;
  };
  const hash = await settled();
  await restore();
  expect((await statusOf(held, payment.paymentId)).settlement).toBeNull();
  expect(await settled()).toBe(hash);
  expect((await attributions()).at(-1)).toEqual({ attribution: "payout", paymentId: payment.paymentId });
  const { relayer, merchant } = chain.accounts;
  expect(await listTransfers(chain, usdc, relayer.address, merchant.address, sinceBlock)).toEqual([9_860_000n]);
});

test("movements that a restored database has forgotten are each found once, and none is made again or listed as missing", async () => {
  expect((await reconcile()).differences.filter(isMissing)).toEqual([]);
  const { relayer, merchant, faucet } = chain.accounts;
  const { client } = chain;
  await mint(chain, usdc, faucet.address, 2_700n);
  const receive = async (amount: bigint) => {
    const data = transferCalldata(relayer.address, amount);
    const txHash = await client.sendTransaction({ account: faucet.address, chain: null, to: usdc.address, data });
    // A node that is busy mines it later.
    const arrived = await until("the transfer to be found", async () =>
      (await reconcile()).received.find((transfer) => transfer.txHash === txHash),
    );
    return arrived.id;
  };
  await resolveOpenTransfer(await receive(2_000n), { kind: "kept" }, "ours");
  const transferId = await receive(700n);
  const base = { ...queue(), destination: merchant.address, reason: "cold storage", kind: "sweep" } as const;
  const token = { ...base, asset: assetOf(usdc), amount: 1_000n };
  const coin = { ...base, asset: nativeAsset(8453), amount: 5_000n };
  const orders = [token, token, coin, coin, { kind: "return", transferId, reason: "not ours" } as const];
  const ids: string[] = [];
  for (const each of orders) ids.push((await requestMovement(each)).id);
  const coinBefore = await client.getBalance({ address: merchant.address });
  const { restore } = await backUp();
  const movements = async () => {
    const select = "SELECT id, state, tx_hash, moved FROM movement WHERE id = ANY($1) ORDER BY id";
    return (await pool().query<{ state: string; tx_hash: string }>(select, [ids])).rows;
  };
  const ended = async () => {
    const worker = await startWorker();
    await until("the end of the movements", async () => (await movements()).every(({ state }) => state === "final"));
    await worker.stop();
    return movements();
  };
  const first = await ended();
  await restore();
  expect((await movements()).map(({ state }) => state)).toEqual(orders.map(() => "queued"));
  // A look at the books before anything is attributed.
  expect((await reconcile()).differences.filter(isMissing)).toEqual([]);

  expect(await recover()).toBe(true);
  expect((await attributions()).filter(({ attribution }) => attribution === "movement")).toHaveLength(5);
  const warn = vi.spyOn(log(), "warn");
  const again = await ended();
  // Equal movements don't take each other's transaction.
  expect(warn.mock.calls.filter(([, message]) => message === "a failed simulation was not handled")).toEqual([]);
  warn.mockRestore();
  expect(again.map(({ tx_hash: hash }) => hash).toSorted()).toEqual(first.map(({ tx_hash: hash }) => hash).toSorted());
  expect(await listTransfers(chain, usdc, relayer.address, merchant.address, sinceBlock)).toEqual([1_000n, 1_000n]);
  expect(await listTransfers(chain, usdc, relayer.address, faucet.address, sinceBlock)).toEqual([700n]);
  expect((await client.getBalance({ address: merchant.address })) - coinBefore).toBe(10_000n);
  const { differences, holdings } = await reconcile();
  expect(differences.filter(isMissing)).toEqual([]);
  for (const { books, underWay, onChain } of holdings) expect(books + underWay).toBe(onChain);
});

test("what the relay found by itself before the recovery got that far needs no person", async () => {
  const shop = await createPartner();
  const client = createApiClient(till.baseUrl, shop);
  const payment = await prepare(client);
  expect(await payNow(payment, client)).toBe("succeeded");
  const { merchant } = chain.accounts;
  await setDestination(shop, usdc, merchant.address);
  await inTransaction((tx) => payOutNow(tx, { partnerId: shop.partnerId, merchantId: null }, payment.paymentId));
  await mint(chain, usdc, chain.accounts.relayer.address, 3_000n);
  const sweep = { kind: "sweep", asset: assetOf(usdc), amount: 3_000n, destination: merchant.address } as const;
  await reconcile();
  const { id } = await requestMovement({ ...queue(), ...sweep, reason: "cold storage" });
  const { restore } = await backUp();
  const ended = async () => {
    const worker = await startWorker();
    const hash = await awaitSettlement(client, payment.paymentId);
    const moved = await until("the end of the movement", async () => {
      const select = "SELECT tx_hash AS hash FROM movement WHERE id = $1 AND state = 'final'";
      return (await pool().query<{ hash: Hex }>(select, [id])).rows[0]?.hash;
    });
    await worker.stop();
    return [hash, moved];
  };
  const first = await ended();
  // Farther back than a worker attributes by itself.
  await chain.client.mine({ blocks: 2_100 });
  await restore();
  expect(await ended()).toEqual(first);
  expect(await walletState()).toMatchObject({ quarantined: true });
  expect(await recover()).toBe(true);
  const found = (await attributions()).slice(-2).map(({ attribution }) => attribution);
  expect(found.toSorted()).toEqual(["movement", "payout"]);
});

/** A shop whose payments of equal amounts the treasury holds, and pays out by plain transfers. */
async function openPlainShop() {
  const polygon = till.chains[1] as TestChain;
  const shop = await createPartner();
  const client = createApiClient(till.baseUrl, shop);
  const amount = 10_000_000n;
  const { relayer, merchant } = polygon.accounts;
  const before = (await listTransfers(polygon, usdt, relayer.address, merchant.address, 0n)).length;
  return {
    polygon,
    async hold(name: string) {
      const payer = await createPayer(polygon, name, { token: usdt, kind: "key", amount, allowance: amount });
      const { paymentId } = await client.createPayment();
      const [option] = await listOffers(client, paymentId, 137, payer.account);
      const results = await perform(option as WireOption, payer);
      const confirming = { paymentId, confirm: () => confirmWith(client, paymentId, option as WireOption, results) };
      expect(await payNow(confirming, client)).toBe("succeeded");
      return paymentId;
    },
    /** @returns the hashes of the transactions, sorted. */
    async payOut(...ids: string[]) {
      await setDestination(shop, usdt, merchant.address);
      const worker = await startWorker();
      const scope = { partnerId: shop.partnerId, merchantId: null };
      for (const id of ids) await inTransaction((tx) => payOutNow(tx, scope, id));
      const hashes = await Promise.all(ids.map((id) => awaitSettlement(client, id)));
      await worker.stop();
      return hashes.toSorted();
    },
    /** Says of each transaction that awaits a person that it was ours, as an operator does. */
    async explain() {
      for (const { nonce } of await listOpenUnknown(database, { chainId: 137, wallet: relayer.address })) {
        await resolveUnknown(`137:${relayer.address}:${nonce}`, "of a payment from after the backup");
      }
    },
    /** The amounts that the merchant got. */
    async paid() {
      return (await listTransfers(polygon, usdt, relayer.address, merchant.address, 0n)).slice(before);
    },
  };
}

test("equal payouts by plain transfers that a restored database has forgotten are each found, long afterwards, and none is made again", async () => {
  const { polygon, hold, payOut, explain, paid } = await openPlainShop();
  const ids = [await hold("one of two equal payouts"), await hold("the other equal payout")];
  const { restore } = await backUp();
  const first = await payOut(...ids);
  expect(new Set(first).size).toBe(2);
  await polygon.client.mine({ blocks: 10_100 });
  // A restarted worker has forgotten which blocks it read.
  processSingleton("sent-transfers", () => new Map())().clear();
  await restore();
  expect(await recover()).toBe(false);
  await explain();
  expect(await recover()).toBe(true);
  expect(await payOut(...ids)).toEqual(first);
  expect(await paid()).toHaveLength(2);
});

test("a plain transfer that paid out a forgotten payment doesn't count for an equal payment that was collected later", async () => {
  const { hold, payOut, explain, paid } = await openPlainShop();
  const { restore } = await backUp();
  const first = await payOut(await hold("a forgotten month"));
  await restore();
  expect(await recover()).toBe(false);
  await explain();
  expect(await recover()).toBe(true);
  const id = await hold("the next month");
  expect(await payOut(id)).not.toEqual(first);
  expect(await paid()).toHaveLength(2);
});

test("a transfer isn't taken as the payout or the refund of a payment that was collected after it", async () => {
  const { polygon, hold } = await openPlainShop();
  const { client, accounts } = polygon;
  const wallet = accounts.relayer.address;
  const name = "a buyer who was sent money before";
  const { account } = await createPayer(polygon, name, { token: usdt, kind: "key", amount: 1n });
  const nonce = await client.getTransactionCount({ address: wallet });
  await mint(polygon, usdt, wallet, 9_860_000n);
  const hash = await sendAsRelayer(polygon, nonce, usdt.address, transferCalldata(account, 9_860_000n));
  expect(await recover()).toBe(false);
  // As if another wallet collected for this treasury.
  await pool().query("UPDATE relayer_wallet SET quarantined_at = NULL, unknown_from = NULL WHERE chain_id = 137");
  const id = await hold(name);
  const receipt = await client.getTransactionReceipt({ hash });
  const { to, input, value, blockNumber } = await client.getTransaction({ hash });
  const transaction = { hash, to, input, value, nonce: BigInt(nonce), blockNumber: blockNumber as bigint };
  const attribute = (at: bigint) =>
    relayRegistry.attribute({ chainId: 137, wallet }, { ...transaction, blockNumber: at }, receipt);
  expect(await attribute(transaction.blockNumber)).toMatchObject({ attribution: "unknown", paymentId: null });
  const key = `137:${wallet}:${nonce}`;
  await expect(resolveUnknown(key, "a refund", id)).rejects.toThrow("its money was collected later");
  await resolveUnknown(key, "a gift");
  expect(await attribute((await client.getBlockNumber()) + 1n)).toMatchObject({ attribution: "payout", paymentId: id });
});

test("unused options are deleted after a day, but none before the chain shows that the database knows every collection", async () => {
  const [paid, unpaid] = [await prepare(), await prepare()];
  const left = async () => {
    const ids = [paid.optionId, unpaid.optionId];
    const { rows } = await pool().query("SELECT id FROM payment_option WHERE id = ANY($1) ORDER BY id", [ids]);
    return rows.map(({ id }) => id);
  };
  let later = new Date(Date.now() + 26 * 3_600_000);
  const mineAtLater = async ({ client }: TestChain) => {
    await client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(later.getTime() / 1_000)) });
    await client.mine({ blocks: 1 });
  };
  const deleteLater = async () => {
    const stop = useClock({ now: () => later });
    await deleteUnusedOptions().finally(stop);
  };
  const { restore } = await backUp();
  // The chain stands still, so it can't show that no signature was used.
  await deleteLater();
  expect(await left()).toHaveLength(2);
  expect(await payNow(paid)).toBe("succeeded");
  await restore();
  for (const each of till.chains) await mineAtLater(each);
  await deleteLater();
  expect(await left()).toHaveLength(2);
  expect(await walletState()).toMatchObject({ quarantined: true });

  expect(await recover()).toBe(true);
  expect((await statusOf(api, paid.paymentId)).status).toBe("succeeded");
  // The options of a chain that stands still would be passed over, and kept for good.
  later = new Date(later.getTime() + 26 * 3_600_000);
  const [first, ...others] = till.chains;
  if (first !== undefined) await mineAtLater(first);
  await deleteLater();
  expect(await left()).toHaveLength(2);
  for (const other of others) await mineAtLater(other);
  await deleteLater();
  expect(await left()).toEqual([paid.optionId]);
});
