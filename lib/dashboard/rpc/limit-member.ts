import { clock } from "#lib/core/clock.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { createBudget } from "#lib/domain/platform/rate-limit/budget.ts";
import { type Quota, rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { sharedRedis } from "#lib/domain/platform/rate-limit/redis.ts";
import { env } from "#lib/env/env.ts";

/** The requests of all members of a partner together, in those of one member. */
const membersPerPartner = 5;

/** Pages are counted apart from calls: one page makes several calls, and the links on it load parts of other pages. */
type Counted = "call" | "page";

const limits = processSingleton("member-limits", () => {
  const { RATE_LIMIT_PER_MEMBER: perMember } = env();
  const redis = sharedRedis();
  const budgets = (prefix: string) => ({
    member: createBudget({ policy: prefix, limit: perMember, redis }),
    partner: createBudget({ policy: `${prefix}-partner`, limit: perMember * membersPerPartner, redis }),
  });
  return { call: budgets("member"), page: budgets("member-page") };
});

/**
 * Counts a dashboard call, export or page against its member, and, unless that is over its limit, against the
 * member's partner: one member's flood doesn't use up what the others have.
 * @throws TillError `rate_limited` when either is over its limit (`RATE_LIMIT_PER_MEMBER`).
 */
export async function limitMember(
  { userId, scope }: Pick<Member, "userId" | "scope">,
  counted: Counted = "call",
): Promise<void> {
  const { member, partner } = limits()[counted];
  refuseOver(await member.spend(userId));
  refuseOver(await partner.spend(scope.partnerId));
}

function refuseOver(quota: Quota | null): void {
  if (quota?.isOver) throw rateLimited(quota, clock.now().getTime());
}
