import type { EventType } from "#lib/core/event-types.ts";
import { isGranted, type Right, type Role, roles } from "#lib/core/roles.ts";

/** The events that members can be notified of, the most urgent first; an email lists them in this order. */
export const notificationTypes = [
  "api_key.created",
  "settlement_destination.changed",
  "webhook_endpoint.disabled",
  "payout.failed",
  "payout.held",
  "refund.failed",
  "refund.succeeded",
  "payment.succeeded",
] as const satisfies readonly EventType[];
export type NotificationType = (typeof notificationTypes)[number];

/** Every payment has one of these, so they are listed nowhere but in emails. */
const commonType = "payment.succeeded" satisfies NotificationType;

/** The types that the dashboard's list of notifications has. */
export const listedTypes = notificationTypes.filter((type) => type !== commonType);

/** The choices of a member for a type of event: no email, an email at once, or one email a day. */
export const notificationModes = ["off", "at_once", "daily"] as const;
export type NotificationMode = (typeof notificationModes)[number];

/** The right that a member needs to be notified of a type of event. */
const neededRights: Record<NotificationType, Right> = {
  "api_key.created": "keys:write",
  "settlement_destination.changed": "read",
  "webhook_endpoint.disabled": "keys:write",
  "payout.failed": "read",
  "payout.held": "read",
  "refund.failed": "read",
  "refund.succeeded": "read",
  "payment.succeeded": "read",
};

const defaultsOfManagers: Partial<Record<NotificationType, NotificationMode>> = {
  "api_key.created": "at_once",
  "webhook_endpoint.disabled": "at_once",
  "payout.failed": "at_once",
  "payout.held": "daily",
};

/** True for the types that owners are always notified of, by an email of its own for each event. */
export function isAlwaysNotified(role: Role, type: NotificationType): boolean {
  return role === "owner" && (type === "settlement_destination.changed" || type === "webhook_endpoint.disabled");
}

/** True when a role may be notified of a type of event. */
export function mayBeNotified(role: Role, type: NotificationType): boolean {
  return isGranted(role, neededRights[type]);
}

/** Returns the mode of a type for members of a role who haven't chosen another. */
export function defaultMode(role: Role, type: NotificationType): NotificationMode {
  const isManager = role === "owner" || role === "admin";
  return (isManager && mayBeNotified(role, type) && defaultsOfManagers[type]) || "off";
}

/** The choices of a role, with their defaults: the types that it may be notified of and isn't always. */
export function choicesOf(role: Role): { type: NotificationType; mode: NotificationMode }[] {
  return notificationTypes
    .filter((type) => mayBeNotified(role, type) && !isAlwaysNotified(role, type))
    .map((type) => ({ type, mode: defaultMode(role, type) }));
}

/** The choices of all roles as three lists of one length, for SQL's `unnest`. */
export function choicesOfRoles(): [roles: Role[], types: NotificationType[], modes: NotificationMode[]] {
  const all = roles.flatMap((role) => choicesOf(role).map((choice) => ({ role, ...choice })));
  return [all.map(({ role }) => role), all.map(({ type }) => type), all.map(({ mode }) => mode)];
}
