import { Fragment } from "react";
import { Money } from "#components/dashboard/money.tsx";
import { compareAmounts, compareRates, formatRate } from "#components/dashboard/overview/compare.ts";
import { FigureCard } from "#components/dashboard/overview/figure-card.tsx";
import { periodWords, previousPeriodWords } from "#components/dashboard/overview/step-words.ts";
import { paths } from "#components/dashboard/paths.ts";
import { type PaymentFilterInput, writeListInput } from "#components/dashboard/payments/filter-url.ts";
import { writeSettlementFilter } from "#components/dashboard/settlements/filter-url.ts";
import { Link } from "#components/ui/link.tsx";
import { useIsTest } from "#components/ui/mode.tsx";
import type { QueryInput, QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type FiguresProps = {
  input: QueryInput<"overview.figures">;
  data: QueryOutput<"overview.figures">;
  unsettled: QueryOutput<"overview.attention">["unsettled"];
};

const count = new Intl.NumberFormat("en");

/** The figures of a period, each with its change since the previous period. */
export function Figures({ input, data, unsettled }: FiguresProps) {
  const { period, before, payments, success, customers, currencies, points: counts } = data;
  const previous = previousPeriodWords(input);
  const days = { from: period.from.slice(0, 10), to: lastDayOf(period) };
  const listOf = (...statuses: NonNullable<PaymentFilterInput["statuses"]>) =>
    `${paths.payments}${writeListInput({ ...days, ...(statuses.length === 0 ? {} : { statuses }) })}`;
  const compareCounts = (of: { now: number; before: number }) =>
    compareAmounts(BigInt(of.now), BigInt(of.before), previous);
  return (
    <section aria-labelledby="figures-heading" className="space-y-3">
      <h2 id="figures-heading" className="text-sm text-ink-muted">
        <span className="font-medium text-ink">{periodWords(period)}</span> compared with {periodWords(before)} (UTC)
      </h2>
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-xl border border-line bg-surface">
        {currencies.length === 0 && (
          <FigureCard label="Volume" figure="0" difference={compareAmounts(0n, 0n, previous)} />
        )}
        {currencies.map(({ currency, volume, fees, refunded, net, points }) => (
          <Fragment key={currency}>
            <FigureCard
              label={`Volume in ${currency}`}
              figure={<Money money={volume.now} />}
              difference={compareAmounts(BigInt(volume.now.value), BigInt(volume.before.value), previous)}
              href={listOf("succeeded")}
              course={points.map((point) => Number(point.volume))}
            />
            <FigureCard
              label={`Net revenue in ${currency}`}
              figure={<Money money={net.now} />}
              difference={compareAmounts(BigInt(net.now.value), BigInt(net.before.value), previous)}
              href={`${paths.settlements}${writeSettlementFilter(days)}`}
              course={points.map((point) => Number(point.net))}
            >
              <p className="text-sm text-ink-muted">
                After <Money money={fees} /> in fees and <Money money={refunded} /> in refunds
              </p>
            </FigureCard>
          </Fragment>
        ))}
        <FigureCard
          label="Payments"
          figure={count.format(payments.now)}
          difference={compareCounts(payments)}
          href={listOf()}
          course={counts.map((point) => point.payments)}
        />
        <FigureCard
          label="Success rate"
          figure={formatRate(success.now) ?? "–"}
          difference={compareRates(success.now, success.before, previous)}
          href={listOf("failed", "expired", "cancelled")}
          course={counts.map(({ succeeded, ended }) => (ended === 0 ? null : succeeded / ended))}
        >
          <p className="text-sm text-ink-muted">
            {count.format(success.now.succeeded)} of {count.format(success.now.ended)} completed payments
          </p>
        </FigureCard>
        <FigureCard
          label="Customers"
          figure={count.format(customers.now)}
          difference={compareCounts(customers)}
          href={paths.customers()}
        />
        <Unsettled unsettled={unsettled} />
      </dl>
    </section>
  );
}

/** The last day of a period whose end isn't part of it. */
function lastDayOf({ until }: FiguresProps["data"]["period"]): string {
  return new Date(Date.parse(until) - 1).toISOString().slice(0, 10);
}

/** Money held for lack of a settlement destination, as of now and independent of the period. */
function Unsettled({ unsettled }: Pick<FiguresProps, "unsettled">) {
  const held = unsettled.reduce((sum, { payments }) => sum + payments, 0);
  const payments = held === 1 ? "payment" : "payments";
  const isTest = useIsTest();
  return (
    <FigureCard
      label="Held in treasury"
      figure={held === 0 ? "None" : `${count.format(held)} ${payments}`}
      href={paths.heldMoney}
    >
      {held === 0 ? (
        <p className="text-sm text-ink-muted">
          {isTest ? "Test payments move no money to hold" : "All funds have a settlement destination"}
        </p>
      ) : (
        <ul className="text-sm text-ink-muted">
          {unsettled.map(({ asset, money }) => (
            <li key={asset}>
              <Money money={money} />
              {money.network !== undefined && ` on ${money.network}`}
            </li>
          ))}
          <li>
            <Link
              href={paths.heldSettlements}
              // Above the link of the whole tile.
              className="relative inline-flex min-h-6 items-center text-accent underline underline-offset-4"
            >
              See the payments
            </Link>
          </li>
        </ul>
      )}
    </FigureCard>
  );
}
