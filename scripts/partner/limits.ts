import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { getGasPolicy } from "#lib/domain/partners/gas-policy.ts";
import { type GasBudgets, type GasPolicy, updateGasPolicy } from "#lib/domain/partners/gas-policy-repository.ts";
import { defaultLimits } from "#lib/domain/partners/limits/default-limits.ts";
import { findLimits, type LimitedKind, type OwnLimits, updateLimits } from "#lib/domain/partners/limits/repository.ts";
import { readGasToday } from "#lib/domain/platform/gas-budget/read-gas-today.ts";
import { defaultBudgets } from "#lib/domain/platform/gas-budget/repository.ts";
import { requirePartner, say } from "#scripts/partner/console.ts";
import { UsageError } from "#scripts/process/run-command.ts";

/** The options of `limits`: absent ones stay as they are. */
export type LimitOptions = Partial<
  Record<"gas-usd" | "gas-usd-per-app" | "gas-usd-per-buyer" | "gas-paid-by" | RecordOption, string>
>;

type RecordOption = "keys" | "apps" | "merchants" | "invitations" | "logos-per-day";

const kinds: Record<RecordOption, LimitedKind> = {
  keys: "apiKeys",
  apps: "apps",
  merchants: "merchants",
  invitations: "invitations",
  "logos-per-day": "logos",
};

/** Changes a partner's limits if any is given, then prints them and the use of the day's budget. */
export async function runLimits([partnerId = ""]: string[], options: LimitOptions): Promise<void> {
  const { partnerId: id } = await requirePartner(partnerId);
  const policy = changed(await getGasPolicy(id), options);
  const limits = changedLimits((await findLimits(database, id)) ?? noLimits, options);
  if (Object.values(options).some((value) => value !== undefined)) {
    await inTransaction(async (tx) => {
      await updateGasPolicy(tx, policy);
      await updateLimits(tx, id, limits);
    });
  }
  const { used } = await readGasToday(database, id);
  const [partner, perApp, perBuyer] = defaultBudgets();
  say(`Gas budget per day             ${show(policy.budgets.partner, partner)}
Gas budget per app and day     ${show(policy.budgets.perApp, perApp)}
Gas budget per buyer and day   ${show(policy.budgets.perBuyer, perBuyer)}
Used today (UTC)               ${formatCents((used + 9_999n) / 10_000n)} USD
Gas is paid by                 ${policy.payer ?? "fee, or by the operator while the fees are zero (default)"}
API keys                       ${showLimit(limits, "apiKeys")}
Apps                           ${showLimit(limits, "apps")}
Merchants                      ${showLimit(limits, "merchants")}
Open invitations               ${showLimit(limits, "invitations")}
New logos per day              ${showLimit(limits, "logos")}`);
}

const noLimits: OwnLimits = { apiKeys: null, apps: null, merchants: null, invitations: null, logos: null };

function changedLimits(before: OwnLimits, options: LimitOptions): OwnLimits {
  const limits = { ...before };
  for (const [option, kind] of Object.entries(kinds) as [RecordOption, LimitedKind][]) {
    const text = options[option];
    if (text !== undefined) limits[kind] = parseLimit(text);
  }
  return limits;
}

/** Parses a number of records; null for `default`. */
function parseLimit(text: string): number | null {
  if (text === "default") return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${text} isn't a number of records above 0, or default.`);
  return Number(text);
}

function showLimit(limits: OwnLimits, kind: LimitedKind): string {
  return limits[kind] === null ? `${defaultLimits()[kind]} (default)` : String(limits[kind]);
}

function changed({ id, payer, budgets }: GasPolicy, options: LimitOptions): GasPolicy {
  const budget = (option: keyof LimitOptions, of: keyof GasBudgets) => {
    const text = options[option];
    return text === undefined ? budgets[of] : parseBudget(text);
  };
  return {
    id,
    payer: options["gas-paid-by"] === undefined ? payer : parsePayer(options["gas-paid-by"]),
    budgets: {
      partner: budget("gas-usd", "partner"),
      perApp: budget("gas-usd-per-app", "perApp"),
      perBuyer: budget("gas-usd-per-buyer", "perBuyer"),
    },
  };
}

/** Parses dollars to cents: -1 for `none`, null for `default`. */
function parseBudget(text: string): bigint | null {
  if (text === "default") return null;
  if (text === "none") return -1n;
  const [, dollars, cents = ""] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === undefined)
    throw new UsageError(`${text} isn't an amount of dollars, such as 500 or 12.50, none or default.`);
  return BigInt(dollars + cents.padEnd(2, "0"));
}

function parsePayer(text: string): GasPolicy["payer"] {
  if (text === "default") return null;
  if (text !== "fee" && text !== "operator") throw new UsageError(`${text} isn't fee, operator or default.`);
  return text;
}

function show(own: bigint | null, standard: bigint): string {
  const cents = own ?? standard;
  return `${cents < 0n ? "none" : `${formatCents(cents)} USD`}${own === null ? " (default)" : ""}`;
}

function formatCents(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}
