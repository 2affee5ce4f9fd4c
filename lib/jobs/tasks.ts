import type { TaskList } from "graphile-worker";
import { forgetEndedCalls } from "#lib/chain/relay/sending/forget-ended-calls.ts";
import { deleteOldEvents } from "#lib/domain/events/delete-old-events.ts";
import { deleteUnusedLogos } from "#lib/domain/merchants/logos/delete-unused-logos.ts";
import { applyDueDestinations } from "#lib/domain/merchants/settlement-destinations/apply-due-destinations.ts";
import { collectNotifications, deleteOldNotifications } from "#lib/domain/notifications/collect-notifications.ts";
import { sendDigests } from "#lib/domain/notifications/send-digests.ts";
import { deleteOldAccess } from "#lib/domain/partners/users/delete-old-access.ts";
import { resealSecondFactors } from "#lib/domain/partners/users/second-factor/reseal-second-factors.ts";
import { deleteOldBuyerData } from "#lib/domain/payments/buyer-data/delete-old-buyer-data.ts";
import { deleteUnusedOptions } from "#lib/domain/payments/collection/delete-unused-options.ts";
import { endExpiredCollections } from "#lib/domain/payments/collection/end-expired-collections.ts";
import { forgetOldSignatures } from "#lib/domain/payments/collection/forget-old-signatures.ts";
import { reportOldPayments } from "#lib/domain/payments/collection/report-old-payments.ts";
import { expirePayments } from "#lib/domain/payments/expire-payments.ts";
import { reportStuckPayouts } from "#lib/domain/payments/payouts/stuck/stuck-payouts.ts";
import { expireRefunds } from "#lib/domain/payments/refunds/expire-refunds.ts";
import { deleteOldAlarms } from "#lib/domain/platform/alarms/repository.ts";
import { deleteOldCharges, foldGasDays } from "#lib/domain/platform/gas-budget/keep-gas-charges.ts";
import { deleteOldKeys } from "#lib/domain/platform/idempotency/repository.ts";
import { rotateRequestLog } from "#lib/domain/platform/request-log/repository.ts";
import { reportDelayedWebhooks } from "#lib/domain/webhooks/delivery/report-delayed-webhooks.ts";
import { resealWebhookSecrets } from "#lib/domain/webhooks/reseal-webhook-secrets.ts";
import { deleteFailedJobs } from "#lib/jobs/keep-jobs.ts";
import { sendMail } from "#lib/jobs/mail/send-mail.ts";
import { reconcileBooks } from "#lib/jobs/reconcile-books.ts";
import { jobPayloads } from "#lib/queue/enqueue.ts";

/** The handlers of graphile-worker's jobs, by name. */
export const tasks: TaskList = {
  send_mail: async (payload) => sendMail(jobPayloads.send_mail.parse(payload)),
  end_expired_collections: endExpiredCollections,
  report_old_payments: reportOldPayments,
  apply_due_destinations: applyDueDestinations,
  expire_payments: async () => {
    while ((await expirePayments()) > 0);
  },
  expire_refunds: async () => {
    while ((await expireRefunds()) > 0);
  },
  delete_old_buyer_data: deleteOldBuyerData,
  reconcile_books: reconcileBooks,
  report_stuck_payouts: reportStuckPayouts,
  fold_gas_days: async () => {
    await foldGasDays();
    await deleteOldCharges();
  },
  delete_old_requests: () => rotateRequestLog(null),
  delete_old_keys: deleteOldKeys,
  delete_unused_options: deleteUnusedOptions,
  forget_ended_calls: async () => {
    await forgetEndedCalls();
    await forgetOldSignatures();
  },
  delete_old_access: deleteOldAccess,
  delete_failed_jobs: deleteFailedJobs,
  delete_unused_logos: deleteUnusedLogos,
  delete_old_events: deleteOldEvents,
  delete_old_alarms: deleteOldAlarms,
  report_delayed_webhooks: reportDelayedWebhooks,
  send_notifications: async () => {
    await collectNotifications();
    await sendDigests();
  },
  delete_old_notifications: deleteOldNotifications,
  reseal_secrets: async () => {
    await resealWebhookSecrets();
    await resealSecondFactors();
  },
};

/** The schedule of graphile-worker's recurring jobs. The second attempt is for those whose worker was stopped or killed. */
export const crontab = `
* * * * * expire_payments ?max=2
* * * * * apply_due_destinations ?max=2
* * * * * expire_refunds ?max=2
* * * * * end_expired_collections ?max=2
* * * * * report_old_payments ?max=2
* * * * * report_delayed_webhooks ?max=2
17 * * * * delete_old_buyer_data ?max=2
47 * * * * reconcile_books ?max=2
7 * * * * report_stuck_payouts ?max=2
57 * * * * fold_gas_days ?max=2
*/10 * * * * delete_old_requests ?max=2
32 * * * * delete_old_keys ?max=2
52 * * * * delete_unused_options ?max=2
3 * * * * forget_ended_calls ?max=2
37 * * * * delete_old_access ?max=2
13 * * * * delete_failed_jobs ?max=2
22 3 * * * delete_unused_logos ?max=2
12 * * * * delete_old_events ?max=2
* * * * * send_notifications ?max=2
22 * * * * delete_old_alarms ?max=2
43 * * * * delete_old_notifications ?max=2
27 * * * * reseal_secrets ?max=2
`;
