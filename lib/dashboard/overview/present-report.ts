import { getChain } from "#lib/chain/chains.ts";
import { assetOf, findToken } from "#lib/chain/tokens.ts";
import type { Comparison } from "#lib/dashboard/overview/period-input.ts";
import { presentFiat, type ShownMoney } from "#lib/dashboard/present/money.ts";
import { type Period, type Step, stepsOf } from "#lib/domain/payments/statistics/period/period.ts";
import type { PeriodReport } from "#lib/domain/payments/statistics/period/report-period.ts";
import type { Turnover } from "#lib/domain/payments/statistics/period/repository.ts";

/** A figure of the period and of the previous one. */
type Compared<T> = { now: T; before: T };

/**
 * The succeeded volume of a step in one currency, with its net revenue; `before` is the volume of the same step in the previous
 * period.
 */
type ChartPoint = { at: string; payments: number; volume: string; net: string; before: string | null };

/** The volume of one token or network in one currency. */
type Share = { id: string; name: string; network: string | null; payments: number; volume: ShownMoney };

export type CurrencyReport = {
  currency: string;
  /** Gross: the value of succeeded payments. */
  volume: Compared<ShownMoney>;
  /** The fees of these payments. */
  fees: ShownMoney;
  /** The refunds made in the period, whenever their payments were created. */
  refunded: ShownMoney;
  /** Volume less fees and refunds; negative where those exceed it. */
  net: Compared<ShownMoney>;
  points: ChartPoint[];
  tokens: Share[];
  networks: Share[];
};

/** Presents a period per currency, the one with the most succeeded payments first. */
export function presentCurrencies(comparison: Comparison, now: PeriodReport, before: PeriodReport): CurrencyReport[] {
  const counts = new Map<string, number>();
  for (const { fiatCurrency, payments } of [...now.bySteps, ...before.bySteps]) {
    counts.set(fiatCurrency, (counts.get(fiatCurrency) ?? 0) + payments);
  }
  const byUse = [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || a.localeCompare(b));
  return byUse.map(([currency]) => {
    const isOfCurrency = ({ fiatCurrency }: Turnover) => fiatCurrency === currency;
    const steps = now.bySteps.filter(isOfCurrency);
    const stepsBefore = before.bySteps.filter(isOfCurrency);
    const tokens = now.byToken.filter((turnover) => isOfCurrency(turnover) && turnover.payments > 0);
    const sum = (turnovers: readonly Turnover[], of: (turnover: Turnover) => bigint) =>
      presentFiat(
        currency,
        turnovers.reduce((total, turnover) => total + of(turnover), 0n),
      );
    return {
      currency,
      volume: { now: sum(steps, ({ revenue }) => revenue), before: sum(stepsBefore, ({ revenue }) => revenue) },
      fees: sum(steps, ({ fees }) => fees),
      refunded: sum(steps, ({ refunded }) => refunded),
      net: { now: sum(steps, netOf), before: sum(stepsBefore, netOf) },
      points: presentPoints(comparison, steps, stepsBefore),
      tokens: presentTokens(currency, tokens),
      networks: presentNetworks(currency, tokens),
    };
  });
}

function netOf({ revenue, fees, refunded }: Turnover): bigint {
  return revenue - fees - refunded;
}

type StepTurnover = PeriodReport["bySteps"][number];

function presentPoints({ now, before, step }: Comparison, of: StepTurnover[], ofBefore: StepTurnover[]): ChartPoint[] {
  const steps = startsOf(now, step);
  const stepsBefore = startsOf(before, step);
  // Custom ranges can span a different number of months; then the steps have no counterparts.
  const areAligned = step !== "month" || steps.length === stepsBefore.length;
  const find = (turnovers: StepTurnover[], at: number | undefined) =>
    turnovers.find((turnover) => turnover.at.getTime() === at);
  return steps.map((at, place) => {
    const found = find(of, at);
    const counterpart = stepsBefore[place];
    const isKnown = areAligned && counterpart !== undefined;
    return {
      at: new Date(at).toISOString(),
      payments: found?.payments ?? 0,
      volume: String(found?.revenue ?? 0n),
      net: String(found === undefined ? 0n : netOf(found)),
      before: isKnown ? String(find(ofBefore, counterpart)?.revenue ?? 0n) : null,
    };
  });
}

function startsOf(period: Period, step: Step): number[] {
  return stepsOf(period, step).map((at) => at.getTime());
}

type TokenTurnover = PeriodReport["byToken"][number];

function presentTokens(currency: string, tokens: readonly TokenTurnover[]): Share[] {
  return tokens
    .toSorted((a, b) => compareAmounts(b.revenue, a.revenue))
    .map(({ tokenAsset, payments, revenue }) => {
      const token = findToken(tokenAsset);
      return {
        id: token === null ? tokenAsset : assetOf(token),
        name: token?.symbol ?? tokenAsset,
        network: token === null ? null : getChain(token.chainId).name,
        payments,
        volume: presentFiat(currency, revenue),
      };
    });
}

function presentNetworks(currency: string, tokens: readonly TokenTurnover[]): Share[] {
  const networks = new Map<string, { payments: number; revenue: bigint }>();
  for (const { tokenAsset, payments, revenue } of tokens) {
    const chainId = findToken(tokenAsset)?.chainId;
    const name = chainId === undefined ? "Other" : getChain(chainId).name;
    const sum = networks.get(name) ?? { payments: 0, revenue: 0n };
    networks.set(name, { payments: sum.payments + payments, revenue: sum.revenue + revenue });
  }
  return [...networks]
    .sort(([, a], [, b]) => compareAmounts(b.revenue, a.revenue))
    .map(([name, { payments, revenue }]) => {
      return { id: name, name, network: null, payments, volume: presentFiat(currency, revenue) };
    });
}

function compareAmounts(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
