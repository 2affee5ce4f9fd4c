import { cookies } from "next/headers";
import { getToken } from "next-auth/jwt";
import { cache } from "react";
import { inTestMode } from "#lib/dashboard/in-test-mode.ts";
import { isTestRequest } from "#lib/dashboard/is-test-request.ts";
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
  return member !== null && (await isTestRequest()) ? inTestMode(member) : member;
});
