import { z } from "zod";
import { presentMoney } from "#lib/dashboard/present/money.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { countUnread, listNotices } from "#lib/domain/notifications/list-notices.ts";
import { listNotificationSettings } from "#lib/domain/notifications/notification-settings.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";

const nothing = z.strictObject({});
const listed = 20;
/** One more than the bell shows. */
const counted = 10;

/** The member's choices; the mode is null for events that the member is always notified of. */
const settings = defineQuery({
  right: "read",
  input: nothing,
  resolve: async (member) => ({
    hasEmail: isEmailConfigured(),
    settings: await listNotificationSettings(member),
  }),
});

/** The number of events that the member hasn't seen, up to 10. */
const unread = defineQuery({
  right: "read",
  input: nothing,
  resolve: async (member) => ({ count: await countUnread(member, counted) }),
});

/** The newest events that concern the member, newest first. */
const list = defineQuery({
  right: "read",
  input: nothing,
  resolve: async (member) => ({
    notices: (await listNotices(member, listed)).map(({ at, amount, ...notice }) => ({
      ...notice,
      at: at.toISOString(),
      money: amount && presentMoney(amount),
    })),
  }),
});

export const notificationQueries = {
  "notifications.settings": settings,
  "notifications.unread": unread,
  "notifications.list": list,
};
