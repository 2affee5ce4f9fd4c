import { expect } from "@playwright/test";
import { newId } from "#lib/core/ids.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { stack } from "./stack.ts";

export type CreatedPayment = { paymentId: string; gatewayUrl: string };
export type Seller = { apiKey: string; merchantId: string };

/** Creates a payment as a merchant's server would, by default for the demo's merchant. */
export async function createPayment(
  amount = { unit: "iso4217/USD", value: "2490" },
  { apiKey, merchantId }: Seller = stack(),
  checkout?: { successUrl: string; errorUrl: string },
): Promise<CreatedPayment> {
  const response = await fetch(`${stack().baseUrl}/v1/payments`, {
    method: "POST",
    headers: {
      "Api-Key": apiKey,
      "Merchant-Id": merchantId,
      "Content-Type": "application/json",
      "Service-Version": "2026-02-19.preview",
    },
    body: JSON.stringify({ referenceId: "SECRET-ORDER-7", amount, checkout }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as CreatedPayment;
}

/** Calls the API as a merchant's server. @returns the body of a successful answer. */
export async function callApi(
  { apiKey, merchantId }: Seller,
  method: string,
  path: string,
  body: object,
): Promise<unknown> {
  const headers = { "Api-Key": apiKey, "Merchant-Id": merchantId, "Content-Type": "application/json" };
  const response = await fetch(`${stack().baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return response.json();
}

export type Ending = { status: string; failureCode?: string; cancelledReason?: string; expiresInMs?: number };

/** The buyer and the tokens of a confirmed payment. */
export const confirmed = {
  buyer_account: "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  token_asset: "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  token_amount: "24900000",
  token_fee: "100000",
};

/** Inserts a payment in a state that is slow or impossible to reach through the API. Returns its id. */
export async function insertPayment(
  { status, failureCode, cancelledReason, expiresInMs = 900_000 }: Ending,
  seller: Seller = stack(),
): Promise<string> {
  const { paymentId: model } = await createPayment(undefined, seller);
  const [id, now] = [newId("pay", new Date()), Date.now()];
  const change = {
    id,
    status,
    failure_code: failureCode ?? null,
    cancelled_reason: cancelledReason ?? null,
    cancelled_at: cancelledReason === undefined ? null : new Date(now),
    created_at: new Date(now - 86_400_000),
    expires_at: new Date(now + expiresInMs),
    ...(status === "processing" || status === "succeeded" ? confirmed : {}),
    ...(status === "succeeded" ? { succeeded_at: new Date(now), tx_hash: `0x${"ab".repeat(32)}`, tx_nonce: 7 } : {}),
  };
  const statement = "INSERT INTO payment SELECT (jsonb_populate_record(p, $2::jsonb)).* FROM payment p WHERE id = $1";
  await withConnection(stack().databaseUrl, (client) => client.query(statement, [model, JSON.stringify(change)]));
  return id;
}
