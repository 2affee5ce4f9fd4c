import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { createBudget } from "#lib/domain/platform/rate-limit/budget.ts";
import { rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { sharedRedis } from "#lib/domain/platform/rate-limit/redis.ts";
import { env } from "#lib/env/env.ts";

const budget = processSingleton("options-limit", () =>
  createBudget({ policy: "payment", limit: env().RATE_LIMIT_OPTIONS_PER_PAYMENT, redis: sharedRedis() }),
);

const accountsPerRequest = 10;

/**
 * Counts a request for the options of an existing payment, once for every ten accounts that it names: nodes
 * are asked for the balances of each, the database stores an option for each that can pay, and payments are
 * free to create.
 * @throws TillError `rate_limited` beyond `RATE_LIMIT_OPTIONS_PER_PAYMENT`.
 */
export async function limitOptions(paymentId: PaymentId, accounts: number): Promise<void> {
  const quota = await budget().spend(paymentId, Math.ceil(accounts / accountsPerRequest));
  if (quota?.isOver) throw rateLimited(quota, clock.now().getTime());
}
