import { clock } from "#lib/core/clock.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { createBudget } from "#lib/domain/platform/rate-limit/budget.ts";
import { rateLimited } from "#lib/domain/platform/rate-limit/quota.ts";
import { sharedRedis } from "#lib/domain/platform/rate-limit/redis.ts";
import { beforeRefusal } from "#lib/domain/platform/rate-limit/slow-refusal.ts";
import { env } from "#lib/env/env.ts";

/** The calls of all members of a partner together, in those of one member. */
const membersPerPartner = 5;

const limits = processSingleton("member-limits", () => {
  const { RATE_LIMIT_PER_MEMBER: perMember } = env();
  const redis = sharedRedis();
  return {
    member: createBudget({ policy: "member", limit: perMember, redis }),
    partner: createBudget({ policy: "member-partner", limit: perMember * membersPerPartner, redis }),
  };
});

/**
 * Counts a dashboard call or an export against its member and the member's partner.
 * @throws TillError `rate_limited` when either is over its limit (`RATE_LIMIT_PER_MEMBER`).
 */
export async function limitMember({ userId, scope }: Pick<Member, "userId" | "scope">): Promise<void> {
  const { member, partner } = limits();
  const quotas = await Promise.all([member.spend(userId), partner.spend(scope.partnerId)]);
  const over = quotas.find((quota) => quota?.isOver);
  if (!over) return;
  await beforeRefusal();
  throw rateLimited(over, clock.now().getTime());
}
