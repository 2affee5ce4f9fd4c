import { currentActor } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import type { LeftAccess } from "#lib/domain/partners/members/left-access.ts";
import { listOwners } from "#lib/domain/partners/members/repository.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

/** A change of who may sign in to a partner's dashboard, or of how. `member` is an email, also of a person who was invited. */
export type AccessChange = { member: string } & (
  | { change: "invited"; role: Role }
  | { change: "role_changed"; role: Role; left: LeftAccess | undefined }
  | { change: "removed"; left: LeftAccess }
  | { change: "passkey_added" | "passkey_removed" }
  | { change: "authenticator_added" | "authenticator_removed" | "recovery_codes_renewed" }
);

/** True when the member gets the owners' email too; false when the member, also as an owner, gets another one. */
const isToMember: Partial<Record<AccessChange["change"], boolean>> = {
  authenticator_added: true,
  authenticator_removed: true,
  recovery_codes_renewed: true,
  passkey_added: false,
  passkey_removed: false,
};

/**
 * Emails the owners of a partner about a change, when it is committed. Call it before an owner is removed or
 * gets another role, so that they learn of it too.
 */
export async function emailAccessChange(tx: Tx, partnerId: PartnerId, access: AccessChange): Promise<void> {
  if (!isEmailConfigured()) return;
  const { member, change } = access;
  const owners = await listOwners(tx, partnerId);
  const partnerName = owners[0]?.partnerName ?? "";
  const emails = new Set(owners.map(({ email }) => email));
  if (isToMember[change] === true) emails.add(member);
  if (isToMember[change] === false) emails.delete(member);
  const at = clock.now().toISOString();
  const role = "role" in access ? access.role : null;
  const left = "left" in access && access.left !== undefined ? countLeft(access.left) : undefined;
  const facts = {
    kind: "access_changed",
    partnerName,
    member,
    change,
    role,
    by: currentActor()?.name ?? null,
    at,
    ...(left !== undefined && { left }),
  } as const;
  for (const email of emails) {
    await enqueue(
      tx,
      "send_mail",
      { ...facts, email },
      `access_changed:${partnerId}:${change}:${member}:${at}:${email}`,
    );
  }
}

/** Counts what a member leaves behind; undefined for nothing. */
function countLeft({ keys, endpoints, apps, origins, members }: LeftAccess) {
  const counts = {
    keys: keys.length,
    endpoints: endpoints.length,
    apps: apps.length,
    origins: origins.length,
    members: members.length,
  };
  return Object.values(counts).some((count) => count > 0) ? counts : undefined;
}
