import { z } from "zod";
import { findCurrency } from "#lib/core/currencies.ts";
import { formatAtomic, formatPercentage } from "#lib/core/money.ts";
import { presentFiat } from "#lib/dashboard/present/money.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { database } from "#lib/db/pool.ts";
import { listAudit, listAuditActors } from "#lib/domain/partners/audit/repository.ts";
import { getPartner } from "#lib/domain/partners/get-partner.ts";
import { getBuyerDataPolicy } from "#lib/domain/payments/buyer-data/read-policy.ts";
import { feeOn } from "#lib/domain/payments/fees.ts";
import { listMinimums } from "#lib/domain/payments/minimum/minimum-payments.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { readGasToday } from "#lib/domain/platform/gas-budget/read-gas-today.ts";

const nothing = z.strictObject({});
/** The example amount for the fees, in major units. */
const exampleMajor = 100n;
const microsPerCent = 10_000n;

const partner = defineQuery({
  right: "read",
  input: nothing,
  async resolve({ scope }) {
    const { id, name, fees } = await getPartner(scope);
    const { currency, fixed, partsPerMillion } = fees;
    const price = exampleMajor * 10n ** BigInt(findCurrency(currency)?.decimals ?? 0);
    const fee = feeOn(price, fees, { numerator: 1n, denominator: 1n });
    const example = {
      price: presentFiat(currency, price),
      fee: presentFiat(currency, fee),
      kept: presentFiat(currency, price - fee),
    };
    const percentage = formatPercentage(partsPerMillion);
    return { id, name, fees: { fixed: presentFiat(currency, fixed), percentage, example } };
  },
});

/** The minimum payment of each network, and the use of today's budget for network costs; all in US dollars. */
const networkCosts = defineQuery({
  right: "read",
  input: nothing,
  async resolve({ scope }) {
    const { fees } = await getPartner(scope);
    const [minimums, today] = await Promise.all([
      listMinimums({ partnerId: scope.partnerId, fees }, rateSource()),
      readGasToday(database, scope.partnerId),
    ]);
    const dollars = (micros: bigint) => presentFiat("USD", (micros + microsPerCent - 1n) / microsPerCent);
    return {
      minimums: minimums.map(({ chainId, name, minimum }) => {
        return { chainId, network: name, minimum: minimum === null ? null : dollars(minimum) };
      }),
      used: dollars(today.used),
      budget: today.budget === null ? null : dollars(today.budget),
    };
  },
});

const dataCollection = defineQuery({
  right: "read",
  input: nothing,
  async resolve({ scope }) {
    const policy = await getBuyerDataPolicy(scope.partnerId);
    if (policy.kind !== "from") return policy;
    const { currency, value, provider } = policy;
    const decimals = findCurrency(currency)?.decimals ?? 0;
    return { kind: policy.kind, currency, amount: formatAtomic(value, decimals), provider };
  },
});

const auditFilter = {
  actorKind: z.enum(["user", "api_key", "operator", "service"]).optional(),
  actorId: z.string().max(64).optional(),
  subjectType: z.string().max(64).optional(),
  subjectId: z
    .string()
    .min(1)
    .max(128)
    .regex(/^\P{Cc}*$/u)
    .optional(),
};

const audit = defineQuery({
  right: "audit:read",
  input: z.strictObject({
    ...auditFilter,
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .nullish(),
    limit: z.int().min(1).max(200).default(50),
  }),
  async resolve({ scope }, { before, limit, ...filter }) {
    const page = await listAudit(scope, filter, { before: before ?? null, limit });
    return { entries: page.entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })), next: page.next };
  },
});

const people = defineQuery({
  right: "audit:read",
  input: nothing,
  resolve: async ({ scope }) => ({ people: await listAuditActors(database, scope) }),
});

export const settingsQueries = {
  "settings.partner": partner,
  "settings.networkCosts": networkCosts,
  "settings.dataCollection": dataCollection,
  "settings.audit": audit,
  "settings.people": people,
};
