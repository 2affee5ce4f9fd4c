import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { Transition } from "#lib/domain/payments/report-transition.ts";
import { log } from "#lib/log/log.ts";
import { isTracing, type KnownSpan, reportPaymentSpans } from "#lib/log/tracing.ts";

type Step = {
  confirmedAt: Date;
  queuedAt: Date | null;
  signedAt: Date | null;
  broadcastAt: Date | null;
  hash: string | null;
};

// Two selects, so that each uses the partial index of its states.
const selectSteps = statement<Step>({
  name: "payment-trace",
  text: `SELECT a.created_at AS "confirmedAt", t.created_at AS "queuedAt", s.created_at AS "signedAt",
      s.broadcast_at AS "broadcastAt", s.hash
    FROM (SELECT id, created_at FROM payment_attempt WHERE payment_id = $1 AND refund_id IS NULL AND state <> 'rejected'
        UNION ALL SELECT id, created_at FROM payment_attempt WHERE payment_id = $1 AND refund_id IS NULL AND state = 'rejected') a
      LEFT JOIN relay_transaction t ON t.attempt_id = a.id AND t.kind = 'collection'
      LEFT JOIN relay_submission s ON s.relay_transaction_id = t.id
    ORDER BY a.created_at, s.created_at LIMIT 50`,
});

/**
 * Reports the trace of a payment whose collection has ended, from the confirmation to finality, by the times in the database: the
 * worker that records the end need not be the one that sent the transaction. Does nothing without tracing. Never throws.
 */
export async function reportTrace({ paymentId, from, to, chainId, txHash }: Transition): Promise<void> {
  if (!isTracing() || from !== "processing" || (to !== "succeeded" && to !== "failed")) return;
  const end = clock.now();
  const steps = await database.rows(selectSteps, [paymentId]).catch((error: unknown) => {
    log().warn({ err: error, paymentId }, "a payment's trace could not be read");
    return [];
  });
  const [first] = steps;
  if (first === undefined) return;
  const attributes = {
    "till.payment_id": paymentId,
    "till.status": to,
    ...(chainId === undefined ? {} : { "till.chain_id": chainId }),
    ...(txHash === undefined ? {} : { "till.tx_hash": txHash }),
  };
  const root = { name: "payment", start: first.confirmedAt, end, attributes, isFailed: to === "failed" };
  reportPaymentSpans(paymentId, root, [...partsOf(first, steps), ...confirmationsOf(steps, end)]);
}

function partsOf({ confirmedAt, queuedAt }: Step, steps: readonly Step[]): KnownSpan[] {
  const [first] = steps;
  return [
    ...(queuedAt === null ? [] : [{ name: "collection.prepare", start: confirmedAt, end: queuedAt }]),
    ...(queuedAt === null || first?.signedAt == null
      ? []
      : [{ name: "relay.queue", start: queuedAt, end: first.signedAt }]),
    ...steps.flatMap(({ signedAt, broadcastAt, hash }) =>
      signedAt === null || broadcastAt === null || hash === null
        ? []
        : [{ name: "relay.broadcast", start: signedAt, end: broadcastAt, attributes: { "till.tx_hash": hash } }],
    ),
  ];
}

function confirmationsOf(steps: readonly Step[], end: Date): KnownSpan[] {
  // A transaction can be mined before its broadcast is recorded.
  const [first] = steps;
  const sentAt = first?.broadcastAt ?? first?.signedAt;
  return sentAt == null ? [] : [{ name: "chain.finality", start: sentAt, end }];
}
