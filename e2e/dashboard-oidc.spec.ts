import { expect, type Page, test } from "@playwright/test";
import { withConnection } from "#scripts/postgres/connection.ts";
import { oidcClient, startOidc } from "#test/oidc/start-oidc.ts";
import { createMember, createWorkplace } from "./members.ts";
import { startOtherServer } from "./other-server.ts";
import { stack } from "./stack.ts";

let server: Awaited<ReturnType<typeof startOtherServer>>;
let oidc: Awaited<ReturnType<typeof startOidc>>;

test.beforeAll(async () => {
  server = await startOtherServer(async (baseUrl) => {
    oidc = await startOidc(`${baseUrl}/api/auth/callback/oidc`);
    const client = { AUTH_OIDC_ID: oidcClient.id, AUTH_OIDC_SECRET: oidcClient.secret };
    return { AUTH_OIDC_ISSUER: oidc.issuer, AUTH_OIDC_NAME: "Acme ID", ...client };
  });
});
test.afterAll(async () => {
  await server.stop();
  await oidc.stop();
});

/** Signs in with the provider under an email, from our sign-in page. */
async function signInThere(page: Page, email: string): Promise<void> {
  await page.goto(`${server.baseUrl}/sign-in`);
  await page.getByRole("button", { name: "Sign in with Acme ID" }).click();
  await page.locator("input[name=login]").fill(email);
  await page.locator("input[name=password]").fill("anything");
  await page.locator("button[type=submit]").click();
  await page.locator("button[type=submit]").click();
}

test("a provider signs in the account with the same verified email @desktop", async ({ page }) => {
  const member = await createMember(await createWorkplace("By Acme ID"), "developer");
  await signInThere(page, member.email);
  await page.waitForURL(`${server.baseUrl}/dashboard`);
  await expect(page.getByText("By Acme ID").first()).toBeVisible();
});

test("an unknown email, an unverified one and an account with a second factor each get an explanation @desktop", async ({
  page,
}) => {
  await signInThere(page, "unknown@nowhere.example");
  await expect(page.getByText("No Till account uses the email of that sign-in")).toBeVisible();
  await page.context().clearCookies();
  const workplace = await createWorkplace();
  const careful = await createMember(workplace, "viewer");
  const set = `UPDATE "user" SET totp_sealed = 'x', totp_key_id = 'x', totp_confirmed_at = now() WHERE email = $1`;
  const rename = `UPDATE "user" SET email = 'unverified-' || email WHERE email = $1`;
  const unverified = await createMember(workplace, "viewer");
  await withConnection(stack().databaseUrl, async (connection) => {
    await connection.query(set, [careful.email]);
    await connection.query(rename, [unverified.email]);
  });
  await signInThere(page, `unverified-${unverified.email}`);
  await expect(page.getByText("hasn't verified your email")).toBeVisible();
  await page.context().clearCookies();
  await signInThere(page, careful.email);
  await expect(page.getByText("Your account requires a code")).toBeVisible();
});
