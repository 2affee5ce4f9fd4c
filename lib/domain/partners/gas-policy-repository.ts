import type { PartnerId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** The payer of a partner's gas: the fees, which must then cover it, or the operator. */
export type GasPayer = "fee" | "operator";

/** Budgets of a UTC day in US cents; null for the installation's default, -1 for none. */
export type GasBudgets = { partner: bigint | null; perApp: bigint | null; perBuyer: bigint | null };

/** A partner's policy for gas. A null payer is the fees, unless they are zero. */
export type GasPolicy = { id: PartnerId; payer: GasPayer | null; budgets: GasBudgets };

const select = statement<Row>({
  name: "partner-gas-policies",
  text: "SELECT id, gas_payer, gas_budget, app_gas_budget, buyer_gas_budget FROM partner WHERE id = ANY($1::text[])",
});

type Row = {
  id: PartnerId;
  gas_payer: GasPayer | null;
  gas_budget: string | null;
  app_gas_budget: string | null;
  buyer_gas_budget: string | null;
};

const toCents = (text: string | null) => (text === null ? null : BigInt(text));

/** Reads the policies of those partners that exist, in any order. */
export async function selectGasPolicies(on: Queryable, ids: readonly PartnerId[]): Promise<GasPolicy[]> {
  const rows = await on.rows(select, [ids]);
  return rows.map(({ id, gas_payer: payer, gas_budget, app_gas_budget, buyer_gas_budget }) => {
    const budgets = {
      partner: toCents(gas_budget),
      perApp: toCents(app_gas_budget),
      perBuyer: toCents(buyer_gas_budget),
    };
    return { id, payer, budgets };
  });
}

const update = statement({
  name: "partner-gas-policy-update",
  text: `UPDATE partner SET gas_payer = $2::gas_payer, gas_budget = $3, app_gas_budget = $4, buyer_gas_budget = $5
    WHERE id = $1 RETURNING id`,
});

/** Writes a partner's policy. @returns false when the partner doesn't exist. */
export async function updateGasPolicy(on: Queryable, { id, payer, budgets }: GasPolicy): Promise<boolean> {
  const { partner, perApp, perBuyer } = budgets;
  return (await on.rows(update, [id, payer, partner, perApp, perBuyer])).length > 0;
}
