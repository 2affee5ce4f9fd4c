import { Money } from "#components/dashboard/money.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Share = QueryOutput<"overview.figures">["currencies"][number]["tokens"][number];

/** The volume by token or network, largest first, with its share of the total. */
export function Shares({ title, shares }: { title: string; shares: readonly Share[] }) {
  const percents = percentsOf(shares.map(({ volume }) => BigInt(volume.value)));
  return (
    <section className="min-w-0 rounded-xl border border-line bg-surface px-5 py-4">
      <h2 className="font-semibold">{title}</h2>
      {shares.length === 0 ? (
        <p className="mt-3 text-sm text-ink-muted">No payments in this period.</p>
      ) : (
        <ul className="mt-3 space-y-3">
          {shares.map(({ id, name, network, payments, volume }, index) => {
            const percent = percents[index] ?? 0;
            return (
              <li key={id} className="space-y-1 text-sm">
                <div className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0 truncate">
                    <bdi className="font-medium">{name}</bdi>
                    {network !== null && <span className="text-ink-muted"> on {network}</span>}
                  </span>
                  <Money money={volume} />
                </div>
                <svg aria-hidden="true" className="block h-1.5 w-full" preserveAspectRatio="none">
                  <rect width="100%" height="100%" rx="3" className="fill-line" />
                  <rect width={`${percent}%`} height="100%" rx="3" className="fill-accent" />
                </svg>
                <p className="text-xs text-ink-muted tabular-nums">
                  {percent}% · {payments} {payments === 1 ? "payment" : "payments"}
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/**
 * Returns each part's percentage of the sum, with one decimal; together they are exactly 100, because the largest remainders are
 * rounded up. All are 0 for a sum of 0. Parts may not be negative.
 */
export function percentsOf(parts: readonly bigint[]): number[] {
  const total = parts.reduce((sum, part) => sum + part, 0n);
  if (total === 0n) return parts.map(() => 0);
  const tenths = parts.map((part) => Number((part * 1_000n) / total));
  const missing = 1_000 - tenths.reduce((sum, tenth) => sum + tenth, 0);
  const remainder = (index: number) => ((parts[index] ?? 0n) * 1_000n) % total;
  const byRemainder = parts
    .map((_, index) => index)
    .sort((a, b) => {
      if (remainder(a) === remainder(b)) return a - b;
      return remainder(a) < remainder(b) ? 1 : -1;
    });
  const roundedUp = new Set(byRemainder.slice(0, missing));
  return tenths.map((tenth, index) => (tenth + (roundedUp.has(index) ? 1 : 0)) / 10);
}
