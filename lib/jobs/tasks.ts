import type { TaskList } from "graphile-worker";
import { expirePayments } from "#lib/domain/payments/expire-payments.ts";
import { resumeSettlements } from "#lib/domain/payouts/resume-settlements.ts";
import { settlePayment } from "#lib/domain/payouts/settle-payment.ts";
import { jobPayloads } from "#lib/queue/enqueue.ts";

/** What graphile-worker runs, by job name. */
export const tasks: TaskList = {
  settle_payment: async (payload) => settlePayment(jobPayloads.settle_payment.parse(payload).paymentId),
  resume_settlements: () => resumeSettlements(30_000),
  expire_payments: async () => {
    while ((await expirePayments()) > 0);
  },
};

/** Cron lines of graphile-worker. */
export const crontab = `
* * * * * expire_payments ?max=1
* * * * * resume_settlements ?max=1
`;
