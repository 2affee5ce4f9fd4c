import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { pageHeaders } from "#lib/core/page-headers.ts";
import { isGranted, type Right } from "#lib/core/roles.ts";
import { currentMember } from "#lib/dashboard/current-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/**
 * Returns the signed-in member. Every dashboard page calls it, because a layout doesn't run again on client navigation.
 * Redirects visitors to the sign-in page and back, members who lack a required second factor to its setup and back, and members
 * without the right to the overview.
 */
export async function requireMember(right: Right = "read"): Promise<Member> {
  const member = await currentMember();
  if (member === null) redirect(`/sign-in?next=${encodeURIComponent(await requestedPath())}`);
  if (member.lacksSecondFactor) redirect(`/two-factor?next=${encodeURIComponent(await requestedPath())}`);
  if (!isGranted(member.role, right)) redirect("/dashboard");
  return member;
}

async function requestedPath(): Promise<string> {
  return (await headers()).get(pageHeaders.requestedPath) ?? "/dashboard";
}
