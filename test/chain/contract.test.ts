import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { screening } from "#lib/domain/payments/screening/configured-screening.ts";
import { log } from "#lib/log/log.ts";
import { createIds } from "#test/api/create-ids.ts";
import { type Declared, declaredIn } from "#test/api/declared.ts";
import { type Change, type Exchange, openExchange } from "#test/api/exchange.ts";
import { faultsOf } from "#test/api/faults-of.ts";
import { type Answer, createSend, type Send } from "#test/api/start-api.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createApiClient } from "#test/stack/api-client.ts";
import { createPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, confirmBody, getFirstOption, signOption } from "#test/stack/wallet.ts";

type Buyer = TestChain["accounts"]["relayer"];

let till: Till;
let send: Send;
let chain: TestChain;
let buyer: Buyer;
let stranger: Buyer;

const denyList = join(tmpdir(), `till-deny-list-${process.pid}`);

beforeAll(async () => {
  await writeFile(denyList, "# empty");
  process.env.SCREENING_DENY_LIST = denyList;
  till = await startTill();
  send = createSend(till.baseUrl);
  chain = till.chains[0] as TestChain;
  [buyer, stranger] = chain.accounts.buyers as [Buyer, Buyer];
});
afterAll(async () => {
  await till.stop();
  await rm(denyList);
});

/** Creates a payment with an option for the buyer, and the body that confirms it. */
async function prepare(declared: Pick<Declared, "operation" | "version">) {
  const partner = await createPartner();
  const api = createApiClient(till.baseUrl, partner);
  const ids = await createIds(partner);
  const option = await getFirstOption(api, ids.paymentId, buyer);
  const confirmation = confirmBody(option.id, await signOption(option, buyer));
  return { api, option, confirmation, exchange: openExchange(send, declared, partner, ids) };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;

/** A valid request for each of these operations. */
const requests: Record<string, (prepared: Prepared) => Change> = {
  getPaymentOptions: () => {
    return { query: "?includePaymentInfo=true", body: { accounts: [`eip155:8453:${buyer.address}`] } };
  },
  fetchPaymentActions: ({ option }) => ({ body: { optionId: option.id } }),
  confirmPayment: ({ confirmation }) => ({ body: confirmation }),
};

const later = (ms: number) => useClock({ now: () => new Date(Date.now() + ms) });

const ways: Record<string, (prepared: Prepared, carryOut: Exchange["send"]) => Promise<Answer>> = {
  "200": (_, carryOut) => carryOut(),
  "400 invalid_state": async ({ api, exchange }, carryOut) => {
    await api.gateway("POST", `/v1/gateway/payment/${exchange.ids.paymentId}/cancel`);
    return carryOut();
  },
  "400 quote_expired": (_, carryOut) => carryOut().finally(later(5 * 60_000 + 1_000)),
  "410 payment_expired": (_, carryOut) => carryOut().finally(later(24 * 3_600_000)),
  "502 bad_gateway": async (_, carryOut) => {
    await rm(denyList);
    screening.forget();
    const answer = await carryOut();
    await writeFile(denyList, "# empty");
    screening.forget();
    return answer;
  },
  "422 params_validation": async ({ option }, carryOut) =>
    carryOut({ body: confirmBody(option.id, await signOption(option, stranger)) }),
};

/** Without the answers about refunds and transfers, which are in test/chain/refunds.test.ts and test/chain/deposits.test.ts. */
const declared = declaredIn("chain").filter(
  ({ operation: { path } }) => !path.startsWith("/v1/refund-requests/") && !path.includes("/deposit"),
);

function expectDeclared(got: Answer, { version, operation, answer }: Declared): void {
  expect([got.status, got.body.code].filter((part) => part !== undefined).join(" "), got.text).toBe(answer);
  expect(faultsOf(version, operation, got)).toEqual([]);
}

test.for(declared.filter(({ answer }) => answer !== "503 bad_gateway"))("$name", async (one) => {
  const prepared = await prepare(one);
  const own = requests[one.operation.operationId]?.(prepared);
  const way = ways[one.answer];
  if (own === undefined || way === undefined) throw new Error(`no way to produce ${one.name} is listed`);
  expectDeclared(await way(prepared, (change) => prepared.exchange.send({ ...own, ...change })), one);
});

describe("a paid payment", () => {
  beforeAll(() => till.startWorker());

  const confirms = declared.filter(
    ({ operation, answer }) => operation.operationId === "confirmPayment" && answer === "200",
  );

  test.for(confirms)("returns its result when confirmed again: $name", async (one) => {
    const { api, exchange, confirmation } = await prepare(one);
    expectDeclared(await exchange.send({ body: confirmation }), one);
    expect(await awaitFinal(api, exchange.ids.paymentId)).toBe("succeeded");
    const again = await exchange.send({ body: confirmation, query: "?maxPollMs=1000" });
    expectDeclared(again, one);
    expect(again.body).toMatchObject({ status: "succeeded", isFinal: true, info: { txId: expect.any(String) } });
  });
});

// From here on there is no chain, so these tests come last.
describe("without its chain", () => {
  const prepared = new Map<string, Prepared>();
  const losses = declared.filter(({ answer }) => answer === "503 bad_gateway");

  beforeAll(async () => {
    for (const one of losses) prepared.set(one.name, await prepare(one));
    await chain.stop();
    // From here on requests fail on purpose.
    log().level = "silent";
  });

  test.for(losses)("$name", async (one) => {
    const ready = prepared.get(one.name) as Prepared;
    const answer = await ready.exchange.send(requests[one.operation.operationId]?.(ready) ?? {});
    expectDeclared(answer, one);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(answer.body.message).toContain("aren't responding: Base. Nothing was charged.");
  });
});
