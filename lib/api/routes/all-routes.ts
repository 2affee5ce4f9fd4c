import * as events from "#lib/api/routes/events.ts";
import * as gateway from "#lib/api/routes/gateway.ts";
import * as merchants from "#lib/api/routes/merchants.ts";
import * as paymentLists from "#lib/api/routes/payment-lists.ts";
import * as payments from "#lib/api/routes/payments.ts";
import * as refundRequests from "#lib/api/routes/refund-requests.ts";
import * as refunds from "#lib/api/routes/refunds.ts";
import * as testMode from "#lib/api/routes/test-mode.ts";
import * as webhooks from "#lib/api/routes/webhooks.ts";

/** The whole API, as the custom server mounts it. */
export const allRoutes = [
  events,
  gateway,
  merchants,
  paymentLists,
  payments,
  refunds,
  refundRequests,
  testMode,
  webhooks,
].flatMap((module) => Object.values(module).flat());
