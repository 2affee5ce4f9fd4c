import { currentActor } from "#lib/core/actor.ts";
import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { insertAuditEntry } from "#lib/domain/partners/audit/repository.ts";

export type PaymentChangeEntry = {
  id: PaymentId;
  partnerId: PartnerId;
  /** Past tense: `created`, `cancelled`. */
  verb: string;
  after?: Readonly<Record<string, string>>;
};

/** Orders to send money that the treasury holds, which can't be undone. */
const orders: ReadonlySet<string> = new Set(["refund_ordered", "settlement_ordered"]);

/**
 * Records in the audit log that a user or the operator changed a payment, in the same transaction, or that an
 * API key ordered money out of the treasury. Other changes by API keys, and those by buyers, are regular
 * traffic and appear in the payment's own events only.
 */
export async function recordPaymentChange(tx: Tx, { id, partnerId, verb, after }: PaymentChangeEntry): Promise<void> {
  const actor = currentActor();
  if (actor === null || (actor.kind === "api_key" && !orders.has(verb))) return;
  const action = `payment.${verb}`;
  await insertAuditEntry(tx, { partnerId, actor, action, subjectType: "payment", subjectId: id, after: after ?? null });
}
