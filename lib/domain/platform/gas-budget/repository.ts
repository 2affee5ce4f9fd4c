import { nativePrice, registryOf } from "#lib/chain/chains.ts";
import { type AccountMode, modeOf } from "#lib/core/account-mode.ts";
import type { AttemptId, PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { env } from "#lib/env/env.ts";

/** The budgets of a UTC day, from the widest to the narrowest. All are the partner's own. */
export type BudgetScope = "partner" | "app" | "buyer";

/** The cost of a day's gas, reservations included, and the budget for it. */
export type BudgetUse = {
  /** Millionths of a dollar. */
  used: bigint;
  /** Null for no budget. */
  budget: bigint | null;
};

/** A transaction that a payment or a payout will need: its gas, and what that costs in wei. */
export type GasNeed<Kind = "collection" | "deployment" | "deposit"> = { kind: Kind; gas: bigint; wei: bigint };

/** The gas of an attempt to collect, which counts for the partner, its app and its buyer. */
type CollectionReservation = {
  /** Null for a confirm without an app. */
  appId: string | null;
  buyer: string;
  attemptId: AttemptId;
  needs: readonly GasNeed[];
};
/** The gas of an attempt to pay out, which counts for the partner. */
type PayoutReservation = { payout: { paymentId: PaymentId; attempt: number }; needs: readonly GasNeed<"payout">[] };

export type GasReservation = { partnerId: PartnerId; chainId: number } & (CollectionReservation | PayoutReservation);

/** The result of a reservation. */
type Outcome = {
  /** The budget that is used up; null when the gas was reserved. */
  refused: BudgetScope | null;
  /** Each budget's use with this reservation. */
  uses: Record<BudgetScope, BudgetUse>;
};

const reserve = statement<Row>({
  name: "gas-reserve",
  text: "SELECT * FROM reserve_gas($1, $2, $3, $4, $5, $6, $7, $8, $9::relay_kind[], $10, $11, $12, $13, $14)",
});

type Row = {
  refused: BudgetScope | "";
  partner_micros: string;
  app_micros: string;
  buyer_micros: string;
  partner_budget: string | null;
  app_budget: string | null;
  buyer_budget: string | null;
};

/**
 * Reserves an attempt's gas in the budgets of a day (`YYYY-MM-DD`), or names the budget that it would exceed.
 * One statement; near a limit, it waits for the transactions that have reserved gas in the same budget. An
 * attempt to collect must have been inserted.
 */
export async function insertReservation(tx: Queryable, reservation: GasReservation, day: string): Promise<Outcome> {
  const { partnerId, chainId, needs } = reservation;
  const { paymentId = null, attempt = null } = "payout" in reservation ? reservation.payout : {};
  const { appId = null, buyer = "", attemptId = null } = "payout" in reservation ? {} : reservation;
  const [row] = await tx.rows(reserve, [
    partnerId,
    appId ?? "",
    buyer,
    day,
    attemptId,
    paymentId,
    attempt,
    chainId,
    needs.map(({ kind }) => kind),
    needs.map(({ gas }) => gas.toString()),
    needs.map(({ wei }) => wei.toString()),
    ...prices(modeOf(partnerId)),
    defaultBudgets().map(String),
  ]);
  if (row === undefined) throw new Error("reserve_gas returned no row");
  return { refused: row.refused === "" ? null : row.refused, uses: toUses(row) };
}

function toUses(row: Omit<Row, "refused">): Outcome["uses"] {
  return {
    partner: toUse(row.partner_micros, row.partner_budget),
    app: toUse(row.app_micros, row.app_budget),
    buyer: toUse(row.buyer_micros, row.buyer_budget),
  };
}

function toUse(used: string, budget: string | null): BudgetUse {
  return { used: BigInt(used), budget: budget === null ? null : BigInt(budget) };
}

/** Every known chain of the account's mode, enabled or not, and the price of its native coin. */
function prices(mode: AccountMode): [number[], string[]] {
  const chains = registryOf(mode);
  return [chains.map(({ id }) => id), chains.map(({ id }) => nativePrice(id).toString())];
}

/** Cents of partners without their own budgets; -1 for none. */
export function defaultBudgets(): readonly [partner: bigint, app: bigint, buyer: bigint] {
  const { GAS_BUDGET_USD, GAS_BUDGET_PER_APP_USD, GAS_BUDGET_PER_BUYER_USD } = env();
  return [GAS_BUDGET_USD, GAS_BUDGET_PER_APP_USD, GAS_BUDGET_PER_BUYER_USD];
}

const selectUses = statement<Pick<Row, `${"partner" | "app"}_${"micros" | "budget"}`>>({
  name: "gas-uses",
  text: `SELECT u.partner_micros, u.app_micros, 10000 * nullif(coalesce(p.gas_budget, $6), -1) AS partner_budget,
      CASE WHEN $2 <> '' THEN 10000 * nullif(coalesce(p.app_gas_budget, $7), -1) END AS app_budget
    FROM partner p CROSS JOIN LATERAL gas_used(p.id, $2, '', $3, $4, $5) u WHERE p.id = $1`,
});

/** Reads the use of a partner's budgets of a day (`YYYY-MM-DD`): its own, and that of its app, which has none without an app. */
export async function readUses(
  on: Queryable,
  partnerId: PartnerId,
  appId: string | null,
  day: string,
): Promise<Pick<Outcome["uses"], "partner" | "app">> {
  const [partner, app] = defaultBudgets();
  const values = [partnerId, appId ?? "", day, ...prices(modeOf(partnerId)), partner.toString(), app.toString()];
  const [row] = await on.rows(selectUses, values);
  if (row === undefined) throw new Error(`there is no partner ${partnerId}`);
  return {
    partner: toUse(row.partner_micros, row.partner_budget),
    app: toUse(row.app_micros, row.app_budget),
  };
}

const selectCap = statement<{ gas: string | null }>({
  name: "gas-reserved-for",
  text: "SELECT gas FROM gas_charge WHERE attempt_id = $1 AND kind = 'collection'",
});

/** Returns the gas that was reserved for an attempt's collection, or null. */
export async function findReservedGas(on: Queryable, attemptId: AttemptId): Promise<bigint | null> {
  const [row] = await on.rows(selectCap, [attemptId]);
  return row?.gas == null ? null : BigInt(row.gas);
}

const fold = statement({
  name: "gas-fold-days",
  text: `SELECT fold_gas(partner_id, day) FROM (SELECT DISTINCT partner_id, day FROM gas_delta WHERE day < $1) d`,
});

/** Folds the deltas that are left of the days before this one (`YYYY-MM-DD`). */
export async function foldDaysBefore(on: Queryable, day: string): Promise<void> {
  await on.rows(fold, [day]);
}
