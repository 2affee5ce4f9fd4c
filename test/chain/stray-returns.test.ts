import { type Hex, numberToHex, zeroAddress } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usableTokens } from "#lib/chain/capabilities.ts";
import { signTypedDataParams } from "#lib/chain/permits/eip3009.ts";
import { ownTransferCalldata } from "#lib/chain/permits/payout-authorization.ts";
import { collectWithBytesCalldata } from "#lib/chain/router/collect-calldata.ts";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import type { Address } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { database, pool } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { listMovements } from "#lib/domain/payments/ledger/movements/repository.ts";
import { planMovement, requestMovement } from "#lib/domain/payments/ledger/movements/request-movement.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { resolveOpenTransfer } from "#lib/domain/payments/ledger/transfers/resolve-transfer.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, type Payer, perform, type WireOption } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const asset = assetOf(usdc);
const amount = 10_000_000n;

let till: Till;
let chain: TestChain;
let relayer: Address;

beforeAll(async () => {
  till = await startTill();
  chain = till.chains[0] as TestChain;
  relayer = chain.accounts.relayer.address;
  await till.startWorker();
  expect((await reconcile()).differences).toEqual([]);
});
afterAll(() => till.stop());

const createBuyer = (name: string, of = amount) => createPayer(chain, name, { token: usdc, amount: of, kind: "key" });

/** Pays a payment whose money the treasury holds. */
async function pay(buyer: Payer, partner?: TestPartner): Promise<PaymentId> {
  const api = createApiClient(till.baseUrl, partner ?? (await createPartner()));
  const { paymentId } = await api.createPayment();
  const option = (await listOffers(api, paymentId, 8453, buyer.account))[0] as WireOption;
  expect((await confirmWith(api, paymentId, option, await perform(option, buyer))).status).toBe(200);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  return paymentId as PaymentId;
}

/** Has the router forward a buyer's tokens to the wallet, as a second collection of a payment does. */
async function payAgain(buyer: Payer): Promise<void> {
  const payment = {
    id: numberToHex(7, { size: 32 }),
    payer: buyer.account,
    token: usdc.address,
    amount,
    recipient: relayer,
    fee: 0n,
    feeRecipient: zeroAddress,
    submitter: buyer.account,
    validBefore: 2n ** 40n,
  };
  const nonce = commitmentOf({ chainId: 8453, router: defaultRouter, method: "eip3009" }, payment);
  const domain = (await usableTokens(8453)).find(({ token }) => token.address === usdc.address)?.domain;
  if (domain == null) throw new Error("the token has no domain");
  const [, typedData] = signTypedDataParams({
    chainId: 8453,
    token: usdc.address,
    domain,
    from: buyer.account,
    to: defaultRouter,
    value: amount,
    validBefore: payment.validBefore,
    nonce,
  });
  const signature = await buyer.sign(JSON.parse(typedData));
  const hash = await buyer.send(defaultRouter, collectWithBytesCalldata(payment, signature));
  expect((await chain.client.getTransactionReceipt({ hash })).status).toBe("success");
}

/** The newest transfer that waits for a person. */
async function findStray(): Promise<bigint> {
  const stray = (await reconcile()).received.at(-1);
  expect(stray).toMatchObject({ wallet: relayer, amount });
  return stray?.id as bigint;
}

const backTo = (account: Address) => listTransfers(chain, usdc, relayer, account, 0n);
const order = (transferId: bigint) => requestMovement({ kind: "return", transferId, reason: "paid twice" });

async function sendBack(transferId: bigint): Promise<Hex | null> {
  const both = await Promise.allSettled([order(transferId), order(transferId)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const moved = await until("the end of the movement", async () => {
    const found = (await listMovements(database, 100)).find((each) => each.walletTransferId === transferId);
    return found?.state === "final" && found;
  });
  await expect(order(transferId)).rejects.toThrow(/can be sent back|duplicate key/);
  return moved.txHash;
}

async function expectBooks(): Promise<void> {
  const { differences, holdings, totals } = await reconcile({ isFull: true });
  expect(differences).toEqual([]);
  for (const { books, underWay, onChain } of holdings) expect(books + underWay).toBe(onChain);
  expect(totals).toContainEqual(expect.objectContaining({ asset, received: 0n, owedToBuyers: 0n, surplus: 0n }));
}

const free = async () => {
  const all = { kind: "sweep", chainId: 8453, wallet: relayer, asset, reason: "cold" } as const;
  const destination = chain.accounts.merchant.address;
  return planMovement({ ...all, destination, amount: 1n }).then(
    ({ figures }) => figures.free,
    (error: unknown) => BigInt(/free: (-?\d+)\.(\d+)/.exec(String(error))?.slice(1).join("") ?? "-1"),
  );
};

test("what is owed to merchants is never free to move, to the unit", async ({ task }) => {
  const before = await free();
  await pay(await createBuyer(task.name));
  await until("the collection's transfers to be booked", async () => (await free()) > before);
  // Of the price, only the fee is the operator's.
  expect((await free()) - before).toBe(140_000n);
  const sweep = { kind: "sweep", chainId: 8453, wallet: relayer, asset, reason: "cold" } as const;
  const destination = chain.accounts.merchant.address;
  const beyond = requestMovement({ ...sweep, destination, amount: (await free()) + 1n });
  await expect(beyond).rejects.toThrow("is more than is free to move");
});

test("tokens that a payment router has forwarded a second time go back to the buyer who paid, once", async ({
  task,
}) => {
  const buyer = await createBuyer(task.name, 2n * amount);
  await pay(buyer);
  const before = await free();
  await payAgain(buyer);
  await sendBack(await findStray());
  expect(await backTo(buyer.account)).toEqual([amount]);
  expect(await free()).toBe(before);
  await expectBooks();
});

test("a transfer that a person has attributed to a payment goes back to its buyer, out of what is owed to buyers, once", async ({
  task,
}) => {
  const [buyer, exchange] = [await createBuyer(task.name), await createBuyer(`${task.name}, exchange`)];
  const paymentId = await pay(buyer);
  const before = await free();
  await exchange.send(usdc.address, transferCalldata(relayer, amount));
  const id = await findStray();
  await resolveOpenTransfer(id, { kind: "payment", paymentId }, "paid from an exchange too");
  const attributed = (await reconcile()).totals;
  expect(attributed).toContainEqual(expect.objectContaining({ asset, received: 0n, owedToBuyers: amount }));
  await sendBack(id);
  expect([await backTo(buyer.account), await backTo(exchange.account)]).toEqual([[amount], []]);
  expect(await free()).toBe(before);
  await expectBooks();
});

/** Takes tokens out of the treasury as a thief of its key does, without a transaction of the wallet. */
async function steal(thief: Payer, value: bigint): Promise<void> {
  const domain = (await usableTokens(8453)).find(({ token }) => token.address === usdc.address)?.domain;
  if (domain == null) throw new Error("the token has no domain");
  const terms = { chainId: 8453, token: usdc.address, domain, from: relayer, to: thief.account, value };
  const nonce = numberToHex(9, { size: 32 });
  const calldata = await ownTransferCalldata({ ...terms, validBefore: 2n ** 40n, nonce });
  const hash = await thief.send(usdc.address, calldata);
  expect((await chain.client.getTransactionReceipt({ hash })).status).toBe("success");
}

const standingOf = async (paymentId: PaymentId) =>
  (await pool().query("SELECT state FROM payout WHERE payment_id = $1", [paymentId])).rows[0];
const payOut = ({ partnerId }: TestPartner, paymentId: PaymentId) =>
  inTransaction((tx) => payOutNow(tx, { partnerId, merchantId: null }, paymentId));

test("a payout isn't made of others' money: while the treasury has less than it owes, by a unit, it isn't sent", async ({
  task,
}) => {
  const [partner, thief] = [await createPartner(), await createBuyer(`${task.name}, thief`)];
  const shop = (await createBuyer(`${task.name}, shop`, 1n)).account;
  const paymentId = await pay(await createBuyer(task.name), partner);
  await pay(await createBuyer(`${task.name}, other`));
  await until("the fees to be all that is free", async () => (await free()) > 0n);
  const stolen = (await free()) + 1n;
  await steal(thief, stolen);
  await setDestination(partner, usdc, shop);
  await payOut(partner, paymentId);
  const alarm = "SELECT FROM alarm WHERE kind = 'treasury_short' AND ended_at IS NULL";
  await until("the alarm", async () => (await pool().query(alarm)).rows.length > 0);
  expect(await listTransfers(chain, usdc, relayer, shop, 0n)).toEqual([]);
  await thief.send(usdc.address, transferCalldata(relayer, stolen));
  await until("the payout", async () => (await standingOf(paymentId))?.state === "final");
  expect(await listTransfers(chain, usdc, relayer, shop, 0n)).toEqual([9_860_000n]);
});
