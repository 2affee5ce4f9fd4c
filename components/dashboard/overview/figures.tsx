import { Money } from "#components/dashboard/money.tsx";
import { compareAmounts, compareRates, formatRate } from "#components/dashboard/overview/compare.ts";
import { FigureCard } from "#components/dashboard/overview/figure-card.tsx";
import { periodWords } from "#components/dashboard/overview/step-words.ts";
import type { QueryOutput } from "#lib/dashboard/wire.ts";

type FiguresProps = {
  data: QueryOutput<"overview.figures">;
  unsettled: QueryOutput<"overview.attention">["unsettled"];
};

const count = new Intl.NumberFormat("en");

/** The figures of a period, each beside the period before. */
export function Figures({ data, unsettled }: FiguresProps) {
  const { period, before, payments, success, customers, currencies } = data;
  const compareCounts = (of: { now: number; before: number }) =>
    compareAmounts(BigInt(of.now), BigInt(of.before), "fewer");
  return (
    <section aria-labelledby="figures-heading" className="space-y-3">
      <h2 id="figures-heading" className="text-sm text-ink-muted">
        <span className="font-medium text-ink">{periodWords(period)}</span>, beside {periodWords(before)} (UTC)
      </h2>
      <dl className="grid gap-px overflow-hidden rounded-xl border border-line bg-surface sm:grid-cols-2 xl:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {currencies.length === 0 && (
          <FigureCard label="Volume" figure="0" difference={{ direction: "same", words: "None before either" }} />
        )}
        {currencies.map(({ currency, volume }) => (
          <FigureCard
            key={currency}
            label={`Volume in ${currency}`}
            figure={<Money money={volume.now} />}
            difference={compareAmounts(BigInt(volume.now.value), BigInt(volume.before.value), "less")}
          />
        ))}
        <FigureCard label="Payments" figure={count.format(payments.now)} difference={compareCounts(payments)} />
        <FigureCard
          label="Success rate"
          figure={formatRate(success.now) ?? "–"}
          difference={compareRates(success.now, success.before)}
        >
          <p className="text-sm text-ink-muted">
            {count.format(success.now.succeeded)} of {count.format(success.now.ended)} that have ended
          </p>
        </FigureCard>
        <FigureCard label="Customers" figure={count.format(customers.now)} difference={compareCounts(customers)} />
        <Unsettled unsettled={unsettled} />
      </dl>
    </section>
  );
}

/** Money that waits for a destination, as of now; periods have no part in it. */
function Unsettled({ unsettled }: Pick<FiguresProps, "unsettled">) {
  const held = unsettled.reduce((sum, { payments }) => sum + payments, 0);
  const payments = held === 1 ? "payment" : "payments";
  return (
    <FigureCard label="Unsettled now" figure={held === 0 ? "Nothing" : `${count.format(held)} ${payments}`}>
      {held === 0 ? (
        <p className="text-sm text-ink-muted">All money has a destination</p>
      ) : (
        <ul className="text-sm text-ink-muted">
          {unsettled.map(({ asset, money }) => (
            <li key={asset}>
              <Money money={money} hasNetwork />
            </li>
          ))}
        </ul>
      )}
    </FigureCard>
  );
}
