import { createRandom, type Random } from "./random.ts";

/**
 * A buyer confirms once, confirms several times at once, or empties the wallet afterwards; or the shop cancels meanwhile; or the buyer
 * transfers the amount, at once or in two parts.
 */
type HonestBehaviour = "pays" | "insists" | "empties" | "is cancelled" | "transfers" | "transfers in parts";

/** Attacks of hostile buyers, described in `hostile/`. */
export const hostileBehaviours = [
  "burns the nonce",
  "hides the money",
  "sends garbage",
  "sends garbage, then pays",
  "pays dust",
  "invents an approval",
  "tells the gas price",
  "changes its answer",
  "burns gas",
] as const;
export type HostileBehaviour = (typeof hostileBehaviours)[number];

export type PaymentPlan = {
  index: number;
  /** Since the start of the run. */
  atMs: number;
  /** By an authorization on the first chain, or by Permit2 on the second. */
  by: "authorization" | "permit2";
  behaviour: HonestBehaviour | HostileBehaviour;
  merchant: MerchantKind;
};

/** A merchant with settlement destinations, one who adds them in the middle of the run, or one who never has any. */
export type MerchantKind = "settled" | "late" | "unsettled";

/** The faults of a node. */
const nodeFaults = [
  "slow",
  "drops",
  "drops answers",
  "stalls",
  "duplicates",
  "stale",
  "garbage",
  "refuses",
  "hides logs",
  "short ranges",
] as const;
/** `hides all logs` is inflicted apart from the plan, and in all calls. */
export type NodeFault = (typeof nodeFaults)[number] | "hides all logs";

const workerPoints = [
  "payout.queued",
  ...["collection", "payout", "deposit"].flatMap((what) =>
    ["reserved", "signed", "broadcast", "mined", "final"].map((step) => `${what}.${step}`),
  ),
];

export type Fault = { atMs: number } & (
  | { kind: "kill web" | "kill worker" | "stop worker"; which: number }
  | { kind: "worker dies at"; which: number; point: string }
  | { kind: "web dies at"; which: number; point: string }
  | { kind: "reorg"; chain: number; depth: number }
  | { kind: "crash Postgres" }
  | { kind: "node"; chain: number; fault: NodeFault; forMs: number }
);

export type Plan = { payments: PaymentPlan[]; faults: Fault[] };

export type Size = { payments: number; faults: number; overMs: number };

/** Derives all events of a run from the seed. */
export function makePlan(seed: number, size: Size): Plan {
  const [ofPayments, ofFaults] = [createRandom(seed, 1), createRandom(seed, 2)];
  const ofTransfers = createRandom(seed, 4);
  const payments = Array.from({ length: size.payments }, (_, index) => {
    return withTransfers(ofTransfers, planPayment(ofPayments, index, size.overMs));
  });
  const faults = Array.from({ length: size.faults }, () => planFault(ofFaults, size.overMs));
  return { payments, faults: faults.sort((a, b) => a.atMs - b.atMs) };
}

function planPayment(random: Random, index: number, overMs: number): PaymentPlan {
  const draw = random.int(1, 100);
  return {
    index,
    atMs: random.int(0, overMs),
    by: random.percent(60) ? "authorization" : "permit2",
    behaviour: behaviourOf(draw),
    merchant: merchantOf(random.int(1, 100)),
  };
}

/** Only a merchant with destinations takes transfers. About a third of all buyers make one. */
function withTransfers(random: Random, plan: PaymentPlan): PaymentPlan {
  const [isTransfer, isInParts] = [random.percent(64), random.percent(30)];
  const mayTransfer = plan.merchant === "settled" && (plan.behaviour === "pays" || plan.behaviour === "insists");
  if (!mayTransfer || !isTransfer) return plan;
  return { ...plan, behaviour: isInParts ? "transfers in parts" : "transfers" };
}

function merchantOf(draw: number): MerchantKind {
  if (draw <= 60) return "settled";
  return draw <= 88 ? "late" : "unsettled";
}

function behaviourOf(draw: number): HonestBehaviour {
  if (draw <= 76) return "pays";
  if (draw <= 86) return "insists";
  return draw <= 93 ? "empties" : "is cancelled";
}

function planFault(random: Random, overMs: number): Fault {
  const atMs = random.int(2_000, overMs);
  const [which, chain, draw] = [random.int(0, 1), random.int(0, 1), random.int(1, 100)];
  if (draw <= 14) return { atMs, kind: "kill worker", which };
  if (draw <= 36) return { atMs, kind: "worker dies at", which, point: random.pick(workerPoints) };
  if (draw <= 44) return { atMs, kind: "kill web", which };
  if (draw <= 50) return { atMs, kind: "web dies at", which, point: "collection.queued" };
  if (draw <= 54) return { atMs, kind: "stop worker", which };
  if (draw <= 64) return { atMs, kind: "reorg", chain, depth: random.int(1, 3) };
  if (draw <= 67) return { atMs, kind: "crash Postgres" };
  return { atMs, kind: "node", chain, fault: random.pick(nodeFaults), forMs: random.int(500, 4_000) };
}
