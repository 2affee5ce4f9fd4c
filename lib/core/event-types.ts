/**
 * The types of public events, as the API and its webhooks name them. Never renamed; clients ignore those that
 * they don't know.
 */
export const eventTypes = [
  "payment.created",
  "payment.processing",
  "payment.succeeded",
  "payment.failed",
  "payment.expired",
  "payment.cancelled",
  "payout.held",
  "payout.sent",
  "payout.failed",
  "refund.requested",
  "refund.marked",
  "refund.succeeded",
  "refund.failed",
  "refund.cancelled",
  "refund.expired",
  "deposit.underpaid",
  "deposit.overpaid",
  "deposit.late",
  "deposit.repeated",
  "deposit.declined",
  "deposit.other_token",
  "deposit.other_chain",
  "merchant.created",
  "merchant.updated",
  "merchant.deleted",
  "settlement_destination.changed",
  "api_key.created",
  "webhook_endpoint.disabled",
] as const;
export type EventType = (typeof eventTypes)[number];
