import { currentActor } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { listOwnerEmails, updateSecondFactorRule } from "#lib/domain/partners/members/repository.ts";
import { selectPasskeys } from "#lib/domain/partners/users/passkeys/repository.ts";
import { findUserById } from "#lib/domain/partners/users/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { enqueue } from "#lib/queue/enqueue.ts";

/**
 * Sets whether the partner's members need a second factor, from their next request on, and emails the owners
 * when that changes. API keys aren't affected.
 * @throws TillError `forbidden` when the owner who requires it has none.
 */
export async function requireSecondFactor({ userId, scope }: Member, isRequired: boolean): Promise<void> {
  await inTransaction(async (tx) => {
    const hasOwn = async () =>
      (await findUserById(tx, userId))?.hasSecondFactor || (await selectPasskeys(tx, userId)).length > 0;
    if (isRequired && !(await hasOwn())) {
      throw new TillError("forbidden", {
        message:
          "Set up two-factor authentication or add a passkey under Your account before you require it of all members.",
      });
    }
    const partnerName = await updateSecondFactorRule(tx, scope.partnerId, isRequired);
    if (partnerName === null || !isEmailConfigured()) return;
    const at = clock.now().toISOString();
    const by = currentActor()?.name ?? null;
    for (const email of await listOwnerEmails(tx, scope.partnerId)) {
      const payload = { kind: "second_factor_rule", email, partnerName, isRequired, by, at } as const;
      await enqueue(tx, "send_mail", payload, `second_factor_rule:${scope.partnerId}:${at}:${email}`);
    }
  });
}
