import type { EventType } from "#lib/core/event-types.ts";
import type { MerchantId, PartnerId, WebhookEndpointId } from "#lib/core/ids.ts";

/** `paused` by a person: events wait. `disabled` by the service: events no longer wait for it. */
export type EndpointState = "enabled" | "paused" | "disabled";

/** A URL of a partner that receives its events. */
export type WebhookEndpoint = {
  id: WebhookEndpointId;
  partnerId: PartnerId;
  url: string;
  description: string;
  /** The types and merchants that it receives; all of them when empty. */
  eventTypes: EventType[];
  merchantIds: MerchantId[];
  /** The API version of the resources in its events. */
  apiVersion: string;
  state: EndpointState;
  /** Why the service disabled it; null otherwise. */
  disabledReason: string | null;
  /** Until when the secret before the last rotation signs as well; null without one. */
  oldSecretUntil: Date | null;
  /** The time of the first failed attempt since the last success; null while there is none. */
  failingSince: Date | null;
  lastSuccessAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** The email of a removed member who chose the URL or was shown the secret; null once both were replaced. */
  leftBy: string | null;
};

/** The endpoints that a partner can have at once. */
export const maxEndpoints = 16;
export const maxDescription = 256;
export const maxUrl = 2_048;
/** Merchants that an endpoint's filter can name. */
export const maxMerchants = 100;
/** The hours for which the secret before a rotation still signs. */
export const overlapHours = { usual: 24, max: 168 } as const;
