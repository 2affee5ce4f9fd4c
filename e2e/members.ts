import { type BrowserContext, expect } from "@playwright/test";
import { newId, type PartnerId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { insertApiKey } from "#lib/domain/partners/api-keys/repository.ts";
import { hashSecret, newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { partner } from "./partner-command.ts";
import type { Seller } from "./payments.ts";
import { stack } from "./stack.ts";

export type Workplace = Seller & { partnerId: PartnerId };
export type TestMember = { email: string; password: string };

type NewPartner = { partnerId: PartnerId; apiKey: string };

/** Creates a partner without fees, with a merchant and a key with all permissions. */
export async function createWorkplace(name = "Workplace"): Promise<Workplace> {
  return withMerchant(await insertPartner(name));
}

/** Does the same by the operator's command, whose events and audit log entries the dashboard shows. */
export async function createRecordedWorkplace(name: string): Promise<Workplace> {
  const printed = await partner("create", name);
  const [, partnerId = "", apiKey = ""] = /Partner\s+(\S+)[\s\S]*Api-Key\s+(\S+)/.exec(printed) ?? [];
  return withMerchant({ partnerId: partnerId as PartnerId, apiKey });
}

async function withMerchant(partner: NewPartner): Promise<Workplace> {
  return { ...partner, merchantId: await createMerchant(partner, "Café Lumen", "shop@lumen.example") };
}

/** Creates another merchant. @returns its id. */
export async function createMerchant(
  { apiKey }: { apiKey: string },
  merchantName: string,
  merchantEmail: string,
): Promise<string> {
  const response = await fetch(`${stack().baseUrl}/v1/merchants`, {
    method: "POST",
    headers: { "Api-Key": apiKey, "Idempotency-Key": newSecret("live"), "Content-Type": "application/json" },
    body: JSON.stringify({ merchantName, merchantEmail }),
  });
  expect(response.status).toBe(201);
  const { merchantId } = (await response.json()) as { merchantId: string };
  return merchantId;
}

/** Inserts a partner and its key, without their events: a process of the operator's command costs a second. */
async function insertPartner(name: string): Promise<NewPartner> {
  const now = new Date();
  const partnerId = newId("prt", now);
  const apiKey = newSecret("live");
  const insert = "INSERT INTO partner (id, name, fee_currency, fee_fixed, fee_ppm) VALUES ($1, $2, 'USD', 0, 0)";
  const secret = { secretHash: hashSecret(apiKey), hint: apiKey.slice(-4) };
  const limits = { expiresAt: null, allowedNetworks: [], createdBy: null, createdById: null };
  await withConnection(stack().databaseUrl, async (connection) => {
    const on: Queryable = {
      rows: async (statement, values) => (await connection.query({ ...statement, values: [...values] })).rows,
    };
    await connection.query(insert, [partnerId, name]);
    await insertApiKey(on, {
      id: newId("key", now),
      partnerId,
      name: "First key",
      permissions,
      ...secret,
      now,
      ...limits,
    });
  });
  return { partnerId, apiKey };
}

/** Creates a member of a partner with a role. */
export async function createMember({ partnerId }: { partnerId: string }, role: Role): Promise<TestMember> {
  const id = newId("usr", new Date());
  const member = { email: `${role}-${id.toLowerCase()}@till.example`, password: "a long enough password" };
  const values = [id, partnerId, member.email, await hashPassword(member.password), role];
  const insert = `INSERT INTO "user" (id, partner_id, email, password_hash, role) VALUES ($1, $2, $3, $4, $5)`;
  await withConnection(stack().databaseUrl, (connection) => connection.query(insert, values));
  return member;
}

/** Signs a browser in with the requests of the sign-in page. */
export async function signIn(context: BrowserContext, { email, password }: TestMember): Promise<void> {
  const { baseUrl } = stack();
  const { csrfToken } = await (await context.request.get(`${baseUrl}/api/auth/csrf`)).json();
  const form = { csrfToken, email, password, json: "true" };
  const response = await context.request.post(`${baseUrl}/api/auth/callback/credentials`, { form });
  expect(response.status()).toBe(200);
}
