import { modeOfChain } from "#lib/core/account-mode.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type Kind = {
  /** `info` for something that needs no action. */
  level: "error" | "warn" | "info";
  /**
   * The alarm ends when it hasn't been raised for this long, if nothing has ended it before. Null for an
   * alarm that only a look at its cause ends, because a check that fails or a process that is gone doesn't
   * mean that the cause is.
   */
  quietMs: number | null;
  /** True for something that happened once: no recovery is announced, and it stays listed for `quietMs`. */
  isEvent?: true;
};

/** For conditions that are met again in every round of the work that raises them. */
const condition = { level: "error", quietMs: 10 * minuteMs } as const;
/** For conditions that a job of the queue looks for. A job that fails raises `job_failed`. */
const checked = { level: "error", quietMs: null } as const;
/** For conditions that show only when a payment meets them. */
const seldom = { level: "error", quietMs: hourMs } as const;
const event = { level: "error", quietMs: dayMs, isEvent: true } as const;
const information = { ...event, level: "info" } as const;

/** Every alarm that the service raises. docs/operations.md says the cause of each and what to do. */
export const alarmKinds = {
  alarms_undelivered: condition,
  books_differ: checked,
  books_not_checked: { ...checked, level: "warn" },
  chain_down: condition,
  chain_stuck: condition,
  database_down: condition,
  deep_reorg: event,
  deny_list: condition,
  deposit_declined: seldom,
  deposit_undecided: condition,
  depegged: { ...condition, quietMs: dayMs },
  foreign_nonce: event,
  gas_budget: seldom,
  gas_price: condition,
  job_failed: { ...condition, quietMs: 26 * hourMs },
  movement_failed: event,
  movement_unexpected: event,
  nodes_disagree: condition,
  outflow_limit: seldom,
  pages_down: condition,
  payment_lost: checked,
  payment_recovered: information,
  payment_removed: checked,
  payout_failed: event,
  payout_not_sent: condition,
  payout_refused: event,
  payout_unexpected: event,
  payouts_stuck: checked,
  payouts_waiting: { ...checked, level: "warn" },
  processing_age: checked,
  quarantined: condition,
  rates_down: { ...condition, level: "warn", quietMs: hourMs },
  rates_stale: { ...condition, quietMs: hourMs },
  recipient_blocked: seldom,
  redis_down: { ...condition, level: "warn", quietMs: dayMs },
  refund_recovered: information,
  relayer_balance: { ...condition, quietMs: hourMs },
  relayer_key: condition,
  relayer_low: { ...condition, quietMs: hourMs },
  router_check: seldom,
  signer_down: condition,
  signer_wrong: { ...condition, quietMs: hourMs },
  token_check: seldom,
  token_keeps_fee: seldom,
  treasury_short: condition,
  unknown_transaction: condition,
  webhook_secret: condition,
  webhooks_delayed: checked,
  worker_missing: condition,
} satisfies Record<string, Kind>;

export type AlarmKind = keyof typeof alarmKinds;

/**
 * Returns the level of an alarm. An error on a testnet is a warning, because nothing there is money.
 * @param subject begins with the id of its chain, if its facts name none and it is about one.
 */
export function levelOf(kind: AlarmKind, subject: string, facts: object): Kind["level"] {
  const { level } = ruleOf(kind);
  const chainId = "chainId" in facts ? facts.chainId : /^\d+(?=[ :]|$)/.exec(subject)?.[0];
  return level === "error" && modeOfChain(Number(chainId)) === "test" ? "warn" : level;
}

/** The rules of a kind. */
export function ruleOf(kind: AlarmKind): Kind {
  return alarmKinds[kind];
}
