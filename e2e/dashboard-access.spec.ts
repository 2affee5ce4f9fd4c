import { expect, type Page, test } from "@playwright/test";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { stack } from "./stack.ts";

const data = (name: string) => `${stack().baseUrl}/dashboard/data/${name}`;
const current = (page: Page) => page.context().request.get(`${data("account.current")}?input={}`);

/** Returns the id of a user's first session. */
async function firstSessionOf(email: string): Promise<string> {
  const select = `SELECT s.id FROM user_session s JOIN "user" u ON u.id = s.user_id WHERE u.email = $1 ORDER BY s.id`;
  const { rows } = await withConnection(stack().databaseUrl, (connection) =>
    connection.query<{ id: string }>(select, [email]),
  );
  return rows[0]?.id ?? "none";
}

test("a revoked session loses pages and data with the next request @desktop", async ({ page, browser }) => {
  const member = await createMember(await createWorkplace(), "admin");
  const other = await browser.newContext();
  try {
    await signIn(page.context(), member);
    await signIn(other, member);
    expect((await current(page)).status()).toBe(200);
    const { baseUrl } = stack();
    const sessionId = await firstSessionOf(member.email);
    const headers = { origin: baseUrl, "content-type": "application/json" };
    const revoked = await other.request.post(data("account.revokeSession"), { headers, data: { sessionId } });
    expect(revoked.status()).toBe(200);
    const answer = await current(page);
    expect([answer.status(), (await answer.json()).error.code]).toEqual([401, "missing_auth_headers"]);
    await page.goto(`${baseUrl}/dashboard/developers/keys`);
    await expect(page).toHaveURL(`${baseUrl}/sign-in?next=%2Fdashboard%2Fdevelopers%2Fkeys`);
    expect((await other.request.get(`${data("account.current")}?input={}`)).status()).toBe(200);
  } finally {
    await other.close();
  }
});

test("mutations require our own origin and JSON @desktop", async ({ context }) => {
  await signIn(context, await createMember(await createWorkplace(), "owner"));
  const { baseUrl } = stack();
  const json = { "content-type": "application/json" };
  const post = async (headers: Record<string, string>) =>
    (await context.request.post(data("settings.rename"), { headers, data: '{"name":"Taken over"}' })).status();
  expect(await post({ ...json, origin: "https://evil.example" })).toBe(403);
  expect(await post({ ...json, origin: "null" })).toBe(403);
  expect(await post(json)).toBe(403);
  expect(await post({ "content-type": "text/plain", origin: baseUrl })).toBe(403);
  expect(await post({ ...json, origin: baseUrl })).toBe(200);
  expect((await context.request.get(`${data("settings.rename")}?input={"name":"x"}`)).status()).toBe(404);
});
