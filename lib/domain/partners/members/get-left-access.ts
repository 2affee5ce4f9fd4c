import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { countInvitationsOfAuthor } from "#lib/domain/partners/invitations/repository.ts";
import { type LeftAccess, listLeftAccess } from "#lib/domain/partners/members/left-access.ts";
import { isMember } from "#lib/domain/partners/members/repository.ts";

/**
 * Returns what a member has set up and would outlast their removal, and how many open invitations it would revoke.
 * @throws TillError `not_found` when the partner has no such member.
 */
export async function getLeftAccess(
  { partnerId }: PartnerScope,
  id: string,
): Promise<{ openInvitations: number; left: LeftAccess }> {
  if (!isId("usr", id) || !(await isMember(database, partnerId, id))) {
    throw new TillError("not_found", { message: "This person is no longer a member." });
  }
  return {
    openInvitations: await countInvitationsOfAuthor(database, id),
    left: await listLeftAccess(database, partnerId, id, clock.now()),
  };
}
