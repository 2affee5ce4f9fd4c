import { type BrowserContext, expect } from "@playwright/test";
import { newId, type PartnerId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { partner } from "./partner-command.ts";
import type { Seller } from "./payments.ts";
import { stack } from "./stack.ts";

export type Workplace = Seller & { partnerId: PartnerId };
export type TestMember = { email: string; password: string };

/** Creates a partner with a merchant and a key with all permissions. */
export async function createWorkplace(name = "Workplace"): Promise<Workplace> {
  const printed = await partner("create", name);
  const [, partnerId = "", apiKey = ""] = /Partner\s+(\S+)[\s\S]*Api-Key\s+(\S+)/.exec(printed) ?? [];
  const response = await fetch(`${stack().baseUrl}/v1/merchants`, {
    method: "POST",
    headers: { "Api-Key": apiKey, "Idempotency-Key": partnerId, "Content-Type": "application/json" },
    body: JSON.stringify({ merchantName: "Café Lumen", merchantEmail: "shop@lumen.example" }),
  });
  expect(response.status).toBe(201);
  const { merchantId } = (await response.json()) as { merchantId: string };
  return { partnerId: partnerId as PartnerId, apiKey, merchantId };
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
