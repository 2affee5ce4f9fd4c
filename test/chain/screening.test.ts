import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toCaip10 } from "#lib/core/caip.ts";
import { useClock } from "#lib/core/clock.ts";
import { pool } from "#lib/db/pool.ts";
import { declinedDestination } from "#lib/domain/merchants/settlement-destinations/screen-destinations.ts";
import { screening } from "#lib/domain/payments/screening/configured-screening.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiAnswer, type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { digestDatabase } from "#test/stack/digest.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

type Account = TestChain["accounts"]["relayer"];
const [everywhere, onBase, onEthereum, stranger] = devAccounts().buyers as [Account, Account, Account, Account];
let directory: string;
let path: string;
let till: Till;
let api: ApiClient;
let partner: TestPartner;
let restoreClock = () => {};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "till-screening-"));
  path = join(directory, "deny.txt");
  process.env.SCREENING_DENY_LIST = path;
  till = await startTill();
  partner = await createPartner();
  api = createApiClient(till.baseUrl, partner);
  await till.startWorker();
});
beforeEach(async () => {
  const accounts = [
    toCaip10({ chainId: 8453, address: onBase.address }),
    toCaip10({ chainId: 1, address: onEthereum.address }),
  ];
  await replaceList([everywhere.address.toLowerCase(), ...accounts].join("\n"));
  screening.forget();
});
afterEach(() => restoreClock());
afterAll(async () => {
  await till.stop();
  await rm(directory, { recursive: true });
});

async function replaceList(text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

async function prepare(buyer: Account) {
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  return { paymentId, option, signature: await signOption(option, buyer) };
}
const rowsOf = async (sql: string, paymentId: string) => (await pool().query(sql, [paymentId])).rows;
const said = ({ status, body }: ApiAnswer) => [status, body.code ?? body.status];
const declined = { live: true, status: "failed", isFinal: true, pollInMs: null, info: null };

describe("a declined account's confirm", () => {
  test.for([
    ["everywhere", everywhere],
    ["on this chain", onBase],
  ] as const)("ends the payment when the account is denied %s, and every response shows it", async ([, buyer]) => {
    const { paymentId, option, signature } = await prepare(buyer);
    const answer = await confirm(api, paymentId, option.id, signature);
    expect([answer.status, answer.body]).toEqual([200, declined]);
    const failed = { ...declined, failureCode: "declined_user" };
    expect((await api.merchant("GET", `/v1/payments/${paymentId}/status`)).body).toEqual(failed);
    expect((await api.gateway("GET", `/v1/gateway/payment/${paymentId}/status`)).body).toEqual(failed);
    expect((await api.merchant("GET", `/v1/payments/${paymentId}`)).body).toEqual({
      live: true,
      referenceId: "order 1",
      status: "failed",
      failureCode: "declined_user",
      info: null,
      settlement: null,
    });
    const who = {
      accountCaip10: toCaip10({ chainId: 8453, address: buyer.address }),
      accountProviderName: "Test wallet",
    };
    expect((await api.gateway("GET", `/v1/gateway/payment/${paymentId}`)).body.buyer).toEqual(who);
    const { body } = await api.merchant("GET", "/v1/payments?status=failed&limit=1");
    expect(body.data).toMatchObject([{ paymentId, status: "failed", isTerminal: true, buyer: who }]);
    expect(body.data).not.toHaveProperty("0.transaction");
    const events = await rowsOf("SELECT version, type, data FROM payment_event WHERE payment_id = $1", paymentId);
    const { rows: apps } = await pool().query("SELECT buyer_app_id AS id FROM payment WHERE id = $1", [paymentId]);
    const data = { account: who.accountCaip10, appId: apps[0]?.id, optionId: option.id };
    expect(events).toEqual([{ version: 1, type: "declined", data }]);
  });

  test("relays nothing, now or later", async () => {
    const queued = "SELECT count(*)::int AS count FROM relay_transaction WHERE $1 <> ''";
    const before = await rowsOf(queued, "all");
    const { paymentId, option, signature } = await prepare(everywhere);
    await confirm(api, paymentId, option.id, signature);
    await confirm(api, paymentId, option.id, signature);
    expect(await rowsOf(queued, "all")).toEqual(before);
    expect(await rowsOf("SELECT id FROM payment_attempt WHERE payment_id = $1", paymentId)).toEqual([]);
  });

  test("gets the same response again for each of its options, and another account gets that of an ended payment", async () => {
    const { paymentId, option, signature } = await prepare(everywhere);
    const second = await getFirstOption(api, paymentId, everywhere);
    const other = await getFirstOption(api, paymentId, stranger);
    const late = await signOption(other, stranger);
    const first = await confirm(api, paymentId, option.id, signature);
    restoreClock = useClock({ now: () => new Date(Date.now() + 3_600_000) });
    for (const id of [option.id, second.id]) {
      const again = await confirm(api, paymentId, id, signature);
      expect([again.status, again.body]).toEqual([first.status, first.body]);
    }
    expect(said(await confirm(api, paymentId, other.id, late))).toEqual([400, "invalid_state"]);
    expect(said(await confirm(api, paymentId, "opt_01J00000000000000000000000", late))).toEqual([400, "invalid_state"]);
    expect(said(await api.merchant("POST", `/v1/payments/${paymentId}/cancel`))).toEqual([400, "invalid_state"]);
  });

  test("twenty times at once is one decline with the same response", async () => {
    const { paymentId, option, signature } = await prepare(everywhere);
    const confirms = Array.from({ length: 20 }, () => confirm(api, paymentId, option.id, signature));
    for (const { status, body } of await Promise.all(confirms)) expect([status, body]).toEqual([200, declined]);
    expect(await rowsOf("SELECT type FROM payment_event WHERE payment_id = $1", paymentId)).toEqual([
      { type: "declined" },
    ]);
  });

  test("wakes long polls of the payment", async () => {
    const { paymentId, option, signature } = await prepare(everywhere);
    const waiting = api.gateway("GET", `/v1/gateway/payment/${paymentId}/status?maxPollMs=25000`);
    await confirm(api, paymentId, option.id, signature);
    expect((await waiting).body).toEqual({ ...declined, failureCode: "declined_user" });
  });
});

test("only a declined account's own signature ends a payment: the signature is checked first", async () => {
  const { paymentId, option } = await prepare(everywhere);
  const forged = await signOption(option, stranger);
  expect(said(await confirm(api, paymentId, option.id, forged))).toEqual([422, "params_validation"]);
  expect((await api.gateway("GET", `/v1/gateway/payment/${paymentId}/status`)).body.status).toBe("requires_action");
});

test("an account that is denied on another chain can pay on this one", async () => {
  const { paymentId, option, signature } = await prepare(onEthereum);
  expect(said(await confirm(api, paymentId, option.id, signature))).toEqual([200, "processing"]);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
});

test("an account that is taken off the list can pay the next payment two seconds later", async () => {
  const { paymentId, option, signature } = await prepare(onBase);
  await confirm(api, paymentId, option.id, signature);
  await replaceList(everywhere.address);
  restoreClock = useClock({ now: () => new Date(Date.now() + 2_000) });
  const next = await prepare(onBase);
  expect(said(await confirm(api, next.paymentId, next.option.id, next.signature))).toEqual([200, "processing"]);
  expect(await awaitFinal(api, next.paymentId)).toBe("succeeded");
});

test("a buyer who is listed while the collection waits is declined before it is signed, but not by an unavailable screening", async () => {
  const [chain] = till.chains;
  const { address: relayer } = chain?.accounts.relayer ?? stranger;
  const value = (await chain?.client.getBalance({ address: relayer })) ?? 0n;
  await chain?.client.setBalance({ address: relayer, value: 0n });
  const { paymentId, option, signature } = await prepare(stranger);
  expect(said(await confirm(api, paymentId, option.id, signature))).toEqual([200, "processing"]);
  await rm(path);
  screening.forget();
  restoreClock = useClock({ now: () => new Date(Date.now() + 61_000) });
  await chain?.client.setBalance({ address: relayer, value });
  const state =
    "SELECT r.state, r.nonce, r.try_after FROM relay_transaction r JOIN payment_attempt a ON a.id = r.attempt_id";
  const read = async () => (await rowsOf(`${state} WHERE a.payment_id = $1`, paymentId))[0];
  await until("the collection to wait for the screening", async () => (await read()).try_after !== null);
  expect(await read()).toMatchObject({ state: "queued", nonce: null });
  await replaceList(stranger.address);
  screening.forget();
  expect(await awaitFinal(api, paymentId)).toBe("failed");
  const { body } = await api.merchant("GET", `/v1/payments/${paymentId}/status`);
  expect(body).toEqual({ ...declined, failureCode: "declined_user" });
  expect(await read()).toMatchObject({ state: "refused", nonce: null });
});

test("a settlement destination that the list names is refused with its field, and none of its list is registered", async () => {
  const { merchantId } = partner;
  const asset = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  const other = "eip155:8453/erc20:0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42";
  const register = (...settlements: unknown[]) =>
    api.merchant("POST", `/v1/merchants/${merchantId}/settlements/crypto`, { settlements });
  const free = { asset: other, destination: `eip155:8453:${stranger.address}` };
  const { status, body } = await register(free, { asset, destination: `eip155:8453:${everywhere.address}` });
  expect([status, body.code, body.message]).toEqual([
    400,
    "params_validation",
    `settlements.1.destination ${declinedDestination}`,
  ]);
  expect(await rowsOf("SELECT FROM settlement_destination WHERE merchant_id = $1", merchantId)).toEqual([]);
});

test("an unavailable screening neither accepts nor declines an account, and the same confirm passes once it works", async () => {
  const { paymentId, option, signature } = await prepare(stranger);
  await rm(path);
  screening.forget();
  const before = await digestDatabase();
  const answer = await confirm(api, paymentId, option.id, signature);
  expect([answer.status, answer.body]).toEqual([
    502,
    { code: "bad_gateway", message: "Screening is unavailable, so the account could not be checked. Try again." },
  ]);
  expect(await digestDatabase()).toEqual(before);
  await replaceList("# empty");
  screening.forget();
  expect(said(await confirm(api, paymentId, option.id, signature))).toEqual([200, "processing"]);
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
});
