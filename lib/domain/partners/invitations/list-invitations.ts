import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { type InvitationRow, listInvitationRows } from "#lib/domain/partners/invitations/repository.ts";

/** A partner's open invitations, expired ones too, the latest first. */
export function listInvitations({ partnerId }: PartnerScope): Promise<InvitationRow[]> {
  return listInvitationRows(database, partnerId);
}
