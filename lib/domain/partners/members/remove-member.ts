import { inTransaction } from "#lib/db/transaction.ts";
import { holdMember, type Manager } from "#lib/domain/partners/members/hold-member.ts";
import { deleteMember } from "#lib/domain/partners/members/repository.ts";

/** Removes a member, who is signed out everywhere from the next request on. @throws TillError as {@link holdMember}. */
export async function removeMember(manager: Manager, id: string): Promise<void> {
  await inTransaction(async (tx) => deleteMember(tx, await holdMember(tx, manager, id, null)));
}
