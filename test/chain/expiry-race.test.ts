import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { pool } from "#lib/db/pool.ts";
import { expirePayments } from "#lib/domain/payments/expire-payments.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiAnswer, type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner } from "#test/stack/partner.ts";
import { raceFor } from "#test/stack/race.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";

/** Records the expiry of every overdue payment; one call takes at most 500. */
const untilNoneExpires = () => until("the last overdue payment", async () => (await expirePayments()) === 0);

let till: Till;
let buyer: TestChain["accounts"]["relayer"];
let api: ApiClient;
let restoreClock = () => {};
let nowMs = 0;

beforeAll(async () => {
  till = await startTill();
  [buyer] = (till.chains[0] as TestChain).accounts.buyers as [typeof buyer];
  api = createApiClient(till.baseUrl, await createPartner());
});
beforeEach(() => {
  nowMs = Date.now();
  restoreClock = useClock({ now: () => new Date(nowMs) });
});
afterEach(async () => {
  // A payment that one test leaves open would be overdue in the next.
  nowMs += 86_400_000;
  await untilNoneExpires();
  restoreClock();
});
afterAll(() => till.stop());

/** Creates a payment in its last minute and a signature for it; the clock is a millisecond before its expiry. */
async function prepare() {
  const expiresAt = Math.floor(nowMs / 1_000) + 3_600;
  const { paymentId } = await api.createPayment({ expiresAt });
  nowMs = expiresAt * 1_000 - 60_000;
  const option = await getFirstOption(api, paymentId, buyer);
  const signature = await signOption(option, buyer);
  nowMs = expiresAt * 1_000 - 1;
  return { paymentId, expiresAtMs: expiresAt * 1_000, optionId: option.id, signature };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;

const said = ({ status, body }: ApiAnswer) => `${status} ${body.code ?? body.status}`;
/** Starts a request at a given time; requests started later don't go back to it. */
const at = (ms: number, start: () => Promise<string>) => () => {
  nowMs = ms;
  return start();
};
const confirming =
  ({ paymentId, optionId, signature }: Prepared) =>
  async () =>
    said(await confirm(api, paymentId, optionId, signature));
const cancelling =
  ({ paymentId }: Prepared) =>
  async () =>
    said(await api.merchant("POST", `/v1/payments/${paymentId}/cancel`));
const cancellingAsBuyer =
  ({ paymentId }: Prepared) =>
  async () =>
    said(await api.gateway("POST", `/v1/gateway/payment/${paymentId}/cancel`));
const sweeping = async () => `${await expirePayments()} overdue`;

async function expectEnded({ paymentId }: Prepared, status: string, events: string[]): Promise<void> {
  expect((await api.merchant("GET", `/v1/payments/${paymentId}/status`)).body.status).toBe(status);
  const { rows } = await pool().query<{ type: string }>(
    "SELECT type FROM payment_event WHERE payment_id = $1 ORDER BY version",
    [paymentId],
  );
  expect(rows.map(({ type }) => type)).toEqual(events);
  const { rows: attempts } = await pool().query("SELECT id FROM payment_attempt WHERE payment_id = $1", [paymentId]);
  expect(attempts.length).toBe(status === "processing" ? 1 : 0);
}

const rivals = [
  ["a confirm", confirming, "410 payment_expired", "200 processing", "confirmed", "processing"],
  ["the merchant's cancellation", cancelling, "400 invalid_state", "200 cancelled", "cancelled", "cancelled"],
  ["the buyer's cancellation", cancellingAsBuyer, "400 invalid_state", "200 cancelled", "cancelled", "cancelled"],
] as const;

describe.for(rivals)("%s at the moment of expiry", ([, rival, refused, granted, event, status]) => {
  test("is accepted in the last millisecond, and the payment no longer expires", async () => {
    const prepared = await prepare();
    expect(await raceFor(prepared.paymentId, [rival(prepared)])).toEqual([granted]);
    nowMs = prepared.expiresAtMs;
    await sweeping();
    await expectEnded(prepared, status, [event]);
  });

  test("that waits for the payment's lock past its expiry is refused, even when it read an open payment before", async () => {
    const prepared = await prepare();
    const answers = await raceFor(prepared.paymentId, [rival(prepared)], () => {
      nowMs = prepared.expiresAtMs;
    });
    expect(answers).toEqual([refused]);
    await expectEnded(prepared, "expired", []);
  });

  test("is refused when the expiry is recorded first", async () => {
    const prepared = await prepare();
    const starts = [at(prepared.expiresAtMs, sweeping), at(prepared.expiresAtMs - 1, rival(prepared))];
    expect(await raceFor(prepared.paymentId, starts)).toEqual(["1 overdue", refused]);
    await expectEnded(prepared, "expired", ["expired"]);
    expect(await rival(prepared)()).toBe(refused);
  });

  test("is refused when it comes first, and the expiry is recorded after it", async () => {
    const prepared = await prepare();
    const starts = [rival(prepared), at(prepared.expiresAtMs, sweeping)];
    expect(await raceFor(prepared.paymentId, starts)).toEqual([refused, "1 overdue"]);
    await expectEnded(prepared, "expired", ["expired"]);
  });
});

test("both cancellations and the recording of the expiry at once end the payment once", async () => {
  const prepared = await prepare();
  const cancellations = [cancelling(prepared), cancellingAsBuyer(prepared)];
  expect(await raceFor(prepared.paymentId, cancellations)).toEqual(["200 cancelled", "200 cancelled"]);
  nowMs = prepared.expiresAtMs;
  expect(await sweeping()).toBe("0 overdue");
  await expectEnded(prepared, "cancelled", ["cancelled"]);
});
