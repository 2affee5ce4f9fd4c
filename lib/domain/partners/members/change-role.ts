import type { Role } from "#lib/core/roles.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { holdMember, type Manager } from "#lib/domain/partners/members/hold-member.ts";
import { writeRole } from "#lib/domain/partners/members/repository.ts";

/** Makes something else of a member, from their next request on. @throws TillError as {@link holdMember}. */
export async function changeRole(manager: Manager, id: string, role: Role): Promise<void> {
  await inTransaction(async (tx) => writeRole(tx, await holdMember(tx, manager, id, role), role));
}
