import { cookies, headers } from "next/headers";
import { getToken } from "next-auth/jwt";
import { cache } from "react";
import { actAs } from "#lib/core/actor.ts";
import { modeHeader } from "#lib/core/test-pages.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { findTestAccount, openTestAccount } from "#lib/domain/partners/test-account.ts";
import { findMember } from "#lib/domain/partners/users/find-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { env } from "#lib/env/env.ts";

/**
 * Returns the signed-in member, or null; on a page of test mode, as they act in the test account. Looked up
 * once per request; for pages and route handlers.
 */
export const currentMember = cache(async (): Promise<Member | null> => {
  const { AUTH_SECRET, PUBLIC_URL } = env();
  if (AUTH_SECRET === undefined) throw new Error("AUTH_SECRET is not set");
  const all = (await cookies()).getAll();
  const request = { headers: {}, cookies: Object.fromEntries(all.map(({ name, value }) => [name, value])) };
  // The type demands a whole request, of which getToken reads only these two fields.
  const req = request as unknown as Parameters<typeof getToken>[0]["req"];
  const token = await getToken({ req, secret: AUTH_SECRET, secureCookie: PUBLIC_URL.startsWith("https:") });
  const member = token?.sub === undefined ? null : await findMember(token.sub);
  return member !== null && (await headers()).get(modeHeader) === "test" ? inTestMode(member) : member;
});

/** Returns a member as they act in the test account of their company, which is opened at its first use. */
export async function inTestMode(member: Member): Promise<Member> {
  const { userId, email, role, liveScope } = member;
  const live = liveScope.partnerId;
  const open = () => inTransaction((tx) => openTestAccount(tx, live));
  const partnerId =
    (await findTestAccount(database, live)) ?? (await actAs({ kind: "user", id: userId, name: email, role }, open));
  return { ...member, scope: { partnerId, merchantId: null } };
}
