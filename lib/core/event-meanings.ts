import type { EventType } from "#lib/core/event-types.ts";

/** Sentences that say of each type of event when it is recorded, for the reference and the dashboard. */
export const eventMeanings: Readonly<Record<EventType, string>> = {
  "payment.created": "A payment was created.",
  "payment.processing": "The buyer has confirmed a payment. Its transaction is being sent.",
  "payment.succeeded": "A payment was collected, final on chain.",
  "payment.failed": "A payment failed: its transaction failed, or the buyer's account was declined.",
  "payment.expired": "A payment expired before the buyer confirmed it.",
  "payment.cancelled": "A payment was cancelled before the buyer confirmed it.",
  "payout.held": "A payment's money is held, because the merchant has no settlement destination for its asset.",
  "payout.sent": "A payment's money has reached the merchant's wallet, final on chain.",
  "payout.failed": "An attempt to pay a merchant failed. The money is still held, and another attempt may follow.",
  "refund.requested": "A refund was requested from the merchant's wallet.",
  "refund.marked": "A refund that was paid some other way was recorded.",
  "refund.succeeded": "A requested refund was paid to the buyer, final on chain.",
  "refund.failed": "A requested refund failed for good. One whose transaction failed once can be signed again.",
  "refund.cancelled": "A requested refund was cancelled before the merchant's wallet signed it.",
  "refund.expired": "A requested refund expired before the merchant's wallet signed it.",
  "deposit.underpaid":
    "Less than the amount was transferred for a payment, which has expired. A person has to decide about it.",
  "deposit.overpaid": "More than the amount was transferred for a payment. The merchant owes the buyer the difference.",
  "deposit.late": "A transfer for a payment came after its end.",
  "deposit.repeated": "A transfer came for a payment that had succeeded before.",
  "deposit.declined": "The amount was transferred from an account that the screening declines, so it wasn't collected.",
  "deposit.other_token": "Another token, or the network's coin, was transferred to a payment's address.",
  "deposit.other_chain": "Something was transferred to a payment's address on another network.",
  "merchant.created": "A merchant was created.",
  "merchant.updated": "A merchant's profile or status was changed.",
  "merchant.deleted": "A merchant was deleted.",
  "settlement_destination.changed": "The account that receives a merchant's money was added, changed or removed.",
  "api_key.created": "An API key was created.",
  "webhook_endpoint.disabled": "A webhook endpoint was disabled, because its deliveries kept failing.",
};
