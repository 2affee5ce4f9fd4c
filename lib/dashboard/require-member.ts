import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { pageHeaders } from "#lib/core/page-headers.ts";
import { isGranted, type Right } from "#lib/core/roles.ts";
import { currentMember } from "#lib/dashboard/current-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/**
 * Who looks at this page. Every page of the dashboard begins with it: a layout is not asked again when somebody moves on.
 * Sends a visitor who is not signed in to sign in and back here; a role without the right, to the overview.
 */
export async function requireMember(right: Right = "read"): Promise<Member> {
  const member = await currentMember();
  if (member === null) {
    const wanted = (await headers()).get(pageHeaders.requestedPath) ?? "/dashboard";
    redirect(`/sign-in?next=${encodeURIComponent(wanted)}`);
  }
  if (!isGranted(member.role, right)) redirect("/dashboard");
  return member;
}
