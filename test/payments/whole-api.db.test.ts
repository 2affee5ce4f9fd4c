import { afterAll, beforeAll, expect, test } from "vitest";
import { enabledChainIds } from "#lib/chain/chains.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { expirePayments } from "#lib/domain/payments/expire-payments.ts";
import { sendPendingPayouts } from "#lib/domain/payments/payouts/send-pending-payouts.ts";
import { foldStatistics } from "#lib/domain/payments/statistics/fold-statistics.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { deliverWebhook, noRefund, noWebhook, requestRefund } from "#test/api/create-ids.ts";
import { operations } from "#test/api/operations.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { everywhere, requestOf } from "#test/api/valid-request.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import type { TestPartner } from "#test/stack/partner.ts";
import { until } from "#test/until.ts";
import { type BigPartner, writeManyPayments } from "../../bench/many-payments.ts";

let api: Api;
let many: BigPartner;

beforeAll(async () => {
  api = await startApi({ RELAYER_PRIVATE_KEY: devAccounts().relayer.privateKey });
  many = await writeManyPayments(api.url, "Many", 30_000);
});
afterAll(() => api.stop());

/** Returns the number of sequential scans of the payment table. Connections report theirs when they are closed. */
async function countScans(): Promise<number> {
  await closeDatabase();
  const others = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  await until("all other connections to close", async () => (await api.query(others)).length === 0);
  const [row] = await api.query<{ scans: string }>(
    "SELECT seq_scan AS scans FROM pg_stat_user_tables WHERE relname = 'payment'",
  );
  return Number(row?.scans);
}

// More often than Postgres needs to switch a prepared statement to its generic plan.
const times = 7;

test("no API operation and no job reads all payments", async () => {
  const before = await countScans();
  const answered = new Map<string, Set<number>>();
  let webhook = noWebhook;
  for (const [at, operation] of operations.entries()) {
    for (let time = 0; time < times; time += 1) {
      const merchantId = many.merchantIds[at * times + time] as TestPartner["merchantId"];
      const owner: TestPartner = { ...many, merchantId, appId: "" };
      const paymentId = await createTestPayment(owner);
      if (operation.operationId === "createRefund") await bringTo(paymentId, "succeeded");
      const refund = operation.operationId.includes("Refund") ? await requestRefund(owner) : noRefund;
      const events = await api.query<{ id: string }>("SELECT id FROM event WHERE payment_id = $1", [paymentId]);
      const eventId = events[0]?.id ?? "";
      if (operation.operationId.includes("Webhook") && webhook === noWebhook) webhook = await deliverWebhook(owner);
      const ids = {
        mode: "live" as const,
        merchantId,
        paymentId,
        settlementId: "crypto_1",
        eventId,
        ...refund,
        ...webhook,
      };
      const { method, path, query, body, headers } = requestOf(operation, everywhere(ids));
      const { status } = await api.send(method, path + query, body, {
        ...headers,
        "api-key": many.apiKey,
        "idempotency-key": paymentId,
      });
      if (operation.operationId === "deleteWebhookEndpoint") webhook = noWebhook;
      answered.set(operation.operationId, (answered.get(operation.operationId) ?? new Set()).add(status));
    }
  }
  await expirePayments();
  await foldStatistics();
  for (const chainId of enabledChainIds()) await sendPendingPayouts(chainId);
  const refused = [...answered].filter(([, statuses]) => [...statuses].every((status) => status >= 400));
  // These name an option, an address or a settlement that doesn't exist, or money that isn't held, or need a test account.
  const options = ["fetchPaymentActions", "confirmPayment", "getRefundOptions", "fetchRefundActions", "confirmRefund"];
  const moves = operations.filter(({ group }) => group === "Test mode").map(({ operationId }) => operationId);
  const deposits = operations.filter(({ path }) => path.includes("/deposit")).map(({ operationId }) => operationId);
  const named = [
    ...options,
    ...deposits,
    ...moves,
    "changeCryptoSettlement",
    "deleteCryptoSettlement",
    "payOutHeldMoney",
  ];
  expect(refused.map(([operationId]) => operationId).filter((id) => !named.includes(id))).toEqual([]);
  expect(await countScans()).toBe(before);
});
