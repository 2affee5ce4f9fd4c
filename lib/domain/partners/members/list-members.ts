import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { listMemberRows, type MemberRow } from "#lib/domain/partners/members/repository.ts";

/** Who works for a partner, the mightiest first. */
export function listMembers({ partnerId }: PartnerScope): Promise<MemberRow[]> {
  return listMemberRows(database, partnerId);
}
