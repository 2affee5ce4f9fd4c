import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { openTestAccount } from "#lib/domain/partners/test-account.ts";
import { paymentIdOf } from "#lib/domain/payments/payment-link.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";
import { advancePayment, prepareMove, type TestMove } from "#lib/domain/payments/test-mode/advance-payment.ts";
import { fail, requirePartner, say } from "#scripts/partner/console.ts";
import { UsageError } from "#scripts/process/run-command.ts";

/** Opens a partner's test account at its first use, and creates a key of it with every permission. */
export async function runTest([partnerId = ""]: string[]): Promise<void> {
  const live = await requirePartner(partnerId);
  const testId = await inTransaction((tx) => openTestAccount(tx, live.partnerId));
  const { id, secret } = await createApiKey(testId, "Test key", permissions);
  say(`Account  ${testId}\nKey      ${id}\nApi-Key  ${secret}`);
}

const statuses: readonly string[] = ["processing", "succeeded", "failed", "expired"] satisfies TestMove["to"][];
const codes: readonly string[] = ["declined_user"] satisfies TestMove["failureCode"][];
const payouts: readonly string[] = ["sent", "held", "failed"] satisfies TestMove["payout"][];

type Values = { to?: string | undefined; "failure-code"?: string | undefined; payout?: string | undefined };

/** Moves a test payment, by its id or its link. */
export async function runAdvance([idOrLink = ""]: string[], values: Values): Promise<void> {
  const { to, "failure-code": failureCode, payout } = values;
  if (to === undefined || !statuses.includes(to)) throw new UsageError(`--to must be one of ${statuses.join(", ")}.`);
  if (failureCode !== undefined && !codes.includes(failureCode)) {
    throw new UsageError(`--failure-code must be ${codes.join(" or ")}.`);
  }
  if (payout !== undefined && !payouts.includes(payout)) {
    throw new UsageError(`--payout must be one of ${payouts.join(", ")}.`);
  }
  const id = paymentIdOf(idOrLink);
  const [payment] = isId("pay", id) ? await listPaymentsById(database, [id]) : [];
  if (payment === undefined) fail(`There is no payment ${idOrLink}.`);
  const scope = { partnerId: payment.partnerId, merchantId: null };
  const move = { to, failureCode, payout } as TestMove;
  const prepared = await prepareMove(scope, id, move, rateSource());
  const { status } = await inTransaction((tx) => advancePayment(tx, scope, prepared));
  say(`${id} is ${status}.`);
}
