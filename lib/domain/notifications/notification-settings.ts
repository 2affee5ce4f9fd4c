import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import {
  choicesOf,
  defaultMode,
  isAlwaysNotified,
  mayBeNotified,
  type NotificationMode,
  type NotificationType,
  notificationTypes,
} from "#lib/domain/notifications/notification-types.ts";
import { deleteSetting, listSettings, upsertSetting } from "#lib/domain/notifications/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

type Owner = Pick<Member, "userId" | "role" | "scope">;

/** A type of event with a member's choice; null when the member is always notified and has none. */
export type NotificationSetting = { type: NotificationType; mode: NotificationMode | null };

/** Lists the types that a member may be notified of, with the member's choices. */
export async function listNotificationSettings({ userId, role }: Owner): Promise<NotificationSetting[]> {
  const chosen = new Map((await listSettings(database, [userId])).map(({ type, mode }) => [type, mode]));
  return notificationTypes
    .filter((type) => mayBeNotified(role, type))
    .map((type) => ({
      type,
      mode: isAlwaysNotified(role, type) ? null : (chosen.get(type) ?? defaultMode(role, type)),
    }));
}

/**
 * Chooses whether and when a member is notified of a type of event, from the next event on.
 * @throws TillError `forbidden` when the member's role may not be notified of it, or always is.
 */
export async function setNotificationMode(
  { userId, role, scope: { partnerId } }: Owner,
  type: NotificationType,
  mode: NotificationMode,
): Promise<void> {
  if (isAlwaysNotified(role, type)) {
    throw new TillError("forbidden", {
      message: "Owners are always notified of this. Ask for another role to receive fewer emails.",
    });
  }
  const choice = choicesOf(role).find((each) => each.type === type);
  if (choice === undefined) {
    throw new TillError("forbidden", {
      message: "Your role has no access to these events. Ask an owner or admin for another role.",
    });
  }
  await inTransaction((tx) =>
    mode === choice.mode
      ? deleteSetting(tx, userId, type)
      : upsertSetting(tx, { userId, partnerId, type, mode, changedAt: clock.now() }),
  );
}
