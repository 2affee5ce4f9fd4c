import type { PasskeyId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { emailAccessChange } from "#lib/domain/partners/members/email-access-change.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

type PasskeyChange = { passkeyId: PasskeyId; name: string; isAdded: boolean; at: Date };

/** Emails a member and the owners that a passkey was added to the member's account or removed from it, when that is committed. */
export async function emailPasskeyChange(tx: Tx, { email, scope }: Member, change: PasskeyChange): Promise<void> {
  if (!isEmailConfigured()) return;
  const { passkeyId, name, isAdded, at } = change;
  const payload = { kind: "passkey_changed", email, name, isAdded, at: at.toISOString() } as const;
  await enqueue(tx, "send_mail", payload, `passkey_changed:${passkeyId}:${isAdded ? "added" : "removed"}`);
  const access = { member: email, change: isAdded ? "passkey_added" : "passkey_removed" } as const;
  await emailAccessChange(tx, scope.partnerId, access);
}
