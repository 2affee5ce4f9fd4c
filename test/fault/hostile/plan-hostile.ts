import { type HostileBehaviour, hostileBehaviours, type PaymentPlan, type Plan } from "../plan.ts";
import { createRandom, type Random } from "../random.ts";

const oneIn = 5;

const isAttack: ReadonlySet<string> = new Set(hostileBehaviours);

/** True for a payment whose buyer attacks. */
export function isHostile(plan: PaymentPlan): plan is PaymentPlan & { behaviour: HostileBehaviour } {
  return isAttack.has(plan.behaviour);
}

/**
 * Replaces the buyers of one payment in five by hostile ones. Draws from a random source of its own: the other payments and
 * the faults are those of the same seed without hostile buyers.
 */
export function addHostileBuyers(plan: Plan, seed: number): Plan {
  const random = createRandom(seed, 4);
  let chosen = 0;
  const payments = plan.payments.map((payment, index) => {
    if (index % oneIn === 0) chosen = index + random.int(0, oneIn - 1);
    return index === chosen ? corrupt(payment, random) : payment;
  });
  return { ...plan, payments };
}

function corrupt(payment: PaymentPlan, random: Random): PaymentPlan {
  const behaviour = random.pick(hostileBehaviours);
  return { ...payment, behaviour, by: needsPermit2.has(behaviour) ? "permit2" : payment.by };
}

/** Attacks by an approval or by a contract, which need Permit2. */
const needsPermit2: ReadonlySet<HostileBehaviour> = new Set([
  "invents an approval",
  "tells the gas price",
  "changes its answer",
  "burns gas",
]);

/**
 * Settings of a run with hostile buyers. Gas costs enough for payments of a cent to be dust, and little enough for honest
 * payments to cover it. A buyer's budget suffices for one payment, at a gas price many times as high as usual.
 */
export const hostileSettings = {
  NATIVE_PRICE_USD_8453: "30",
  NATIVE_PRICE_USD_56: "30",
  GAS_BUDGET_USD: "500",
  GAS_BUDGET_PER_BUYER_USD: "0.50",
} as const;
