import type { BrowserContext } from "@playwright/test";
import { newId } from "#lib/core/ids.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { newKey } from "#test/dashboard/new-key.ts";
import { everyException, insertTransferPayment } from "./exceptions.ts";
import { createMember, createWorkplace, signIn, type TestMember, type Workplace } from "./members.ts";
import { confirmed, createPayment, insertPayment } from "./payments.ts";
import { stack } from "./stack.ts";

/** A long word that nothing hyphenates. */
export const german = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const merchantNames = [
  `${german} mbH`,
  "متجر النور للإلكترونيات والأجهزة المنزلية",
  "Müller & Söhne",
  "Müller & Söhne",
];

export type AwkwardWorkplace = Workplace & { owner: TestMember; endpointId: string; payments: Record<string, string> };

/** Creates a partner with long and right-to-left names, huge amounts, and payments in every state, and signs its owner in. */
export async function createAwkwardWorkplace(context: BrowserContext): Promise<AwkwardWorkplace> {
  const workplace = await createWorkplace(`${german} & Co. KG`);
  const { partnerId, merchantId } = workplace;
  const owner = await createMember(workplace, "owner");
  const payments: Record<string, string> = {};
  for (const [name, ending] of Object.entries(endings)) payments[name] = await insertPayment(ending, workplace);
  const reference = "INVOICE/2026-11/WWWWWWWWW:000000042";
  payments.transfers = await insertTransferPayment(workplace, { reference, exceptions: everyException });
  payments.overpaid = await insertTransferPayment(workplace, {
    reference,
    collected: 15_000_000n,
    hasRefundAccount: false,
    exceptions: [{ kind: "overpaid", state: "forwarded", amount: 2_500_000n }],
  });
  payments.open = (await createPayment(undefined, workplace)).paymentId;
  const { databaseUrl, baseUrl } = stack();
  await withConnection(databaseUrl, async (client) => {
    const copy = "INSERT INTO payment SELECT (jsonb_populate_record(p, $2::jsonb)).* FROM payment p WHERE id = $1";
    for (const [name, change] of Object.entries(paid())) {
      payments[name] = newId("pay", new Date());
      await client.query(copy, [payments.failed, JSON.stringify({ ...change, id: payments[name] })]);
    }
    await client.query(refund, [newId("rfd", new Date()), payments.partlyRefunded]);
    await client.query("UPDATE merchant SET name = $2, email = $3, support_contact = $3 WHERE id = $1", [
      ...[merchantId, merchantNames[0], `${"rechnungseingang-".repeat(6)}@lumen.example`],
    ]);
    for (const name of merchantNames.slice(1))
      await client.query(copyOfMerchant, [merchantId, newId("mrch", new Date()), name]);
    const testId = newId("test", new Date());
    await client.query(testAccount, [testId, partnerId]);
    await client.query(testMerchant, [merchantId, newId("mrch", new Date()), testId]);
    await client.query(app, [newId("app", new Date()), partnerId, "محفظة".repeat(8)]);
    await client.query(user, [
      newId("usr", new Date()),
      partnerId,
      `${"a".repeat(40)}.${partnerId.toLowerCase()}@till.example`,
      german,
    ]);
  });
  await signIn(context, owner);
  const headers = { origin: baseUrl };
  const url = `${baseUrl}/hook/${"long-".repeat(40)}`;
  const data = { key: newKey(), url, description: german, eventTypes: null, merchantIds: [] };
  const created = await context.request.post(`${baseUrl}/dashboard/data/webhooks.create`, { headers, data });
  if (!created.ok()) throw new Error(await created.text());
  const { endpointId } = (await created.json()) as { endpointId: string };
  // Requests that fail, with long paths, for the log.
  for (const path of [`payments/${"x".repeat(200)}`, "merchants?limit=abc", "payments"])
    await fetch(`${baseUrl}/v1/${path}`, { headers: { "Api-Key": workplace.apiKey } });
  return { ...workplace, owner, endpointId, payments };
}

/** The pages of a partner with awkward data, each with the button of a dialog to look at. */
export function awkwardPages(of: AwkwardWorkplace): (readonly [path: string, opener?: RegExp])[] {
  const { merchantId, endpointId, payments } = of;
  return [
    ["", /^Notifications/],
    ["/go-live"],
    ["/payments", /^Date/],
    ["/payments/new"],
    [`/payments/${payments.open}`, /^Cancel payment$/],
    [`/payments/${payments.succeeded}`, /^Refund$/],
    [`/payments/${payments.transfers}`, /^Record refund$/],
    [`/payments/${payments.overpaid}`, /^Request refund$/],
    ["/exceptions"],
    ["/customers"],
    ["/settlements"],
    ["/merchants", /^Create merchant$/],
    [`/merchants/${merchantId}`, /^Add destination$/],
    [`/merchants/${merchantId}/statements`],
    ["/developers/keys", /^Create key$/],
    ["/developers/apps", /^Revoke/],
    ["/developers/webhooks", /^Create endpoint$/],
    [`/developers/webhooks/${endpointId}`, /^Delete/],
    ["/developers/events"],
    ["/developers/requests"],
    ["/settings"],
    ["/settings/members", /^Manage/],
    ["/settings/audit"],
    ["/account", /^Change password$/],
  ];
}

const endings = {
  failed: { status: "failed" },
  declined: { status: "failed", failureCode: "declined_user" },
  expired: { status: "expired", expiresInMs: -1_000 },
  cancelled: { status: "cancelled", cancelledReason: "cancelled_by_merchant" },
  cancelledByBuyer: { status: "cancelled", cancelledReason: "cancelled_by_user" },
} as const;

/** The payments that have a buyer, as changes of a failed one. */
function paid() {
  const at = new Date();
  const base = {
    ...confirmed,
    token_fee: "123456",
    reference_id: "INVOICE/2026-11/WWWWWWWWW:000000042",
    description: "Bestellung für die Weihnachtsfeier der Elektrizitätswerke, inklusive Lieferung und Aufbau",
  };
  const huge = { ...base, value: "12345678901212", fiat_value: "12345678901212", token_amount: "123456789012123456" };
  const succeeded = { ...huge, status: "succeeded", succeeded_at: at, tx_hash: `0x${"ab".repeat(32)}`, tx_nonce: 7 };
  return {
    processing: { ...huge, status: "processing" },
    succeeded: { ...succeeded },
    refunded: { ...succeeded, refunded_at: at, refunded_amount: huge.token_amount },
    partlyRefunded: { ...succeeded, refunded_amount: "1000000" },
  };
}

const refund = `INSERT INTO refund (id, payment_id, partner_id, merchant_id, mode, state, asset, amount, recipient, created_at, updated_at)
  SELECT $1, id, partner_id, merchant_id, 'mark', 'marked', token_asset, refunded_amount, buyer_account, now(), now()
  FROM payment WHERE id = $2`;
const copyOfMerchant = `INSERT INTO merchant SELECT (jsonb_populate_record(m, jsonb_build_object('id', $2::text, 'name', $3::text))).*
  FROM merchant m WHERE id = $1`;
const testAccount = "INSERT INTO partner (id, live_account_id, name) SELECT $1, id, name FROM partner WHERE id = $2";
const testMerchant = `INSERT INTO merchant SELECT (jsonb_populate_record(m, jsonb_build_object('id', $2::text, 'partner_id', $3::text))).*
  FROM merchant m WHERE id = $1`;
const app = `INSERT INTO app (id, partner_id, name) VALUES ($1, $2, $3)`;
const user = `INSERT INTO "user" (id, partner_id, email, name, password_hash, role) VALUES ($1, $2, $3, $4, 'x', 'viewer')`;
