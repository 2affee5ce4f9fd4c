import { z } from "zod";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { markNoticesRead } from "#lib/domain/notifications/list-notices.ts";
import { setNotificationMode } from "#lib/domain/notifications/notification-settings.ts";
import { notificationModes, notificationTypes } from "#lib/domain/notifications/notification-types.ts";

/**
 * Chooses whether and when the member is notified of a type of event by email. An owner proves who they are
 * before the emails about new keys end: with a stolen session they would hide the key that it creates.
 */
const setMode = defineMutation({
  right: "read",
  changesCheckout: false,
  needsProofFor: ({ role }, { type, mode }) => role === "owner" && type === "api_key.created" && mode !== "at_once",
  input: z.strictObject({ type: z.enum(notificationTypes), mode: z.enum(notificationModes) }),
  async resolve(member, { type, mode }) {
    await setNotificationMode(member, type, mode);
    return {};
  },
});

/** Marks the events up to a time as seen. */
const markRead = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({ until: z.iso.datetime({ precision: 3 }) }),
  async resolve(member, { until }) {
    await markNoticesRead(member, new Date(until));
    return {};
  },
});

export const notificationMutations = { "notifications.setMode": setMode, "notifications.markRead": markRead };
