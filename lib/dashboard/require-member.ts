import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { isTillError } from "#lib/core/errors.ts";
import type { PartnerId, UserId } from "#lib/core/ids.ts";
import { pageHeaders } from "#lib/core/page-headers.ts";
import { isGranted, type Right } from "#lib/core/roles.ts";
import { pathIn } from "#lib/core/test-pages.ts";
import { currentMember } from "#lib/dashboard/current-member.ts";
import { ownPath } from "#lib/dashboard/own-path.ts";
import { limitMember } from "#lib/dashboard/rpc/limit-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/**
 * Returns the signed-in member, and counts the page against their limit. Every dashboard page calls it,
 * because a layout doesn't run again on client navigation. Redirects visitors to the sign-in page and back,
 * members who lack a required second factor to its setup and back, members without the right, and members who
 * are over their limit, to a page that says so.
 */
export async function requireMember(right: Right = "read"): Promise<Member> {
  const member = await currentMember();
  if (member === null) redirect(`/sign-in?next=${encodeURIComponent(await requestedPath())}`);
  if (!(await isWithinLimit(member.userId, member.scope.partnerId))) redirect("/too-many-requests");
  if (member.lacksSecondFactor) redirect(`/two-factor?next=${encodeURIComponent(await requestedPath())}`);
  if (!isGranted(member.role, right)) redirect(pathIn(isTestAccount(member.scope.partnerId), "/dashboard/no-access"));
  return member;
}

/** Counted once per request, although layouts and the page ask. */
const isWithinLimit = cache(async (userId: UserId, partnerId: PartnerId): Promise<boolean> => {
  try {
    await limitMember({ userId, scope: { partnerId, merchantId: null } }, "page");
    return true;
  } catch (error) {
    if (isTillError(error) && error.code === "rate_limited") return false;
    throw error;
  }
});

async function requestedPath(): Promise<string> {
  return ownPath((await headers()).get(pageHeaders.requestedPath));
}
