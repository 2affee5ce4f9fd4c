import { enabledChainIds } from "#lib/chain/chains.ts";
import { quickChainClient } from "#lib/chain/nodes/clients.ts";
import { ownWallets } from "#lib/chain/signers/wallet-signers.ts";
import { clock } from "#lib/core/clock.ts";
import { sharedRead } from "#lib/core/shared-read.ts";
import { pools } from "#lib/db/pool.ts";
import { bounded } from "#lib/domain/platform/health/bounded.ts";
import { type MetricsQuery, type MetricsRow, readFigures } from "#lib/domain/platform/metrics/repository.ts";
import { findDelayedDeliveries } from "#lib/domain/webhooks/delivery/report-delayed-webhooks.ts";
import { addGauge, type Sample } from "#lib/log/metrics.ts";

/** Several scrapers within this time share one read. */
const freshMs = 5_000;
const balancesFreshMs = 30_000;
const limitMs = 3_000;

/** Adds the connections of this process's pools. */
export function addPoolMetrics(): void {
  const labels = ["work", "state"];
  addGauge("till_database_connections", "Connections of this process by class of work and state.", labels, async () =>
    [...pools()].flatMap(([work, { totalCount, idleCount, waitingCount, options }]) => [
      { labels: { work, state: "used" }, value: totalCount - idleCount },
      { labels: { work, state: "idle" }, value: idleCount },
      { labels: { work, state: "waiting" }, value: waitingCount },
      { labels: { work, state: "limit" }, value: options.max },
    ]),
  );
}

/** Adds the figures of the whole service, which every worker reads from the database, and the wallets' balances. */
export function addServiceMetrics(): void {
  const from = (query: MetricsQuery) => sharedRead(freshMs, () => within(() => readFigures(query)));
  const open = from("open");
  const attempts = from("attempts");
  const relay = from("relay");
  const wallets = from("wallets");
  const payouts = from("payouts");
  const jobs = from("jobs");
  const alarms = from("alarms");
  const column = (read: () => Promise<MetricsRow[]>, labels: readonly string[], name: string) => async () =>
    (await read()).map((row) => ({ labels: labelsOf(row, labels), value: Number(row[name]) }));
  const add = (name: string, help: string, labels: string[], read: () => Promise<MetricsRow[]>, value: string) =>
    addGauge(name, `${help} Counted up to 10,000.`, labels, column(read, labels, value));

  add("till_payments_open", "Payments that wait for their buyers.", [], open, "count");
  add("till_payments_confirmed", "Confirmed payments that aren't final, by age.", ["age"], attempts, "count");
  addGauge(
    "till_payments_confirmed_oldest_seconds",
    "Age of the oldest confirmed payment that isn't final.",
    [],
    async () => {
      return [{ labels: {}, value: Math.max(0, ...(await attempts()).map(({ oldest }) => Number(oldest))) }];
    },
  );
  const queue = ["chain", "wallet", "state"];
  add("till_relay_transactions", "Transactions of a relay queue that haven't ended.", queue, relay, "count");
  add("till_relay_oldest_seconds", "Age of the oldest of them.", queue, relay, "oldest");
  add("till_relay_nonce_gaps", "Reserved nonces below one that was sent.", queue, relay, "gaps");
  add("till_relay_wallet_paused", "1 while a wallet can't pay for gas.", ["chain", "wallet"], wallets, "paused");
  add("till_relay_wallet_quarantined", "1 while a wallet is quarantined.", ["chain", "wallet"], wallets, "quarantined");
  add("till_payouts", "Payouts of held money by state.", ["state"], payouts, "count");
  add("till_payouts_oldest_seconds", "Age of the oldest of them in its state.", ["state"], payouts, "oldest");
  add("till_jobs", "Jobs of the queue.", ["task", "state"], jobs, "count");
  add("till_jobs_oldest_seconds", "How long the oldest of them has been due.", ["task", "state"], jobs, "oldest");
  add("till_alarms", "Open alarms.", ["kind", "level"], alarms, "count");
  const backlog = sharedRead(freshMs, () => within(() => findDelayedDeliveries(clock.now())));
  addGauge("till_webhooks_due", "Webhooks that are due to endpoints that work.", [], async () => [
    { labels: {}, value: (await backlog()).count },
  ]);
  addGauge("till_webhooks_oldest_seconds", "How long the oldest of them has been due.", [], async () => {
    const { oldest } = await backlog();
    return [
      { labels: {}, value: oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1_000) },
    ];
  });
  const balances = sharedRead(balancesFreshMs, readBalances);
  addGauge("till_gas_left_wei", "Native coin of a relayer wallet.", ["chain", "wallet"], balances);
}

function labelsOf(row: MetricsRow, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, String(row[name])]));
}

function within<T>(work: () => Promise<T>): Promise<T> {
  return bounded(limitMs, work, (reason) => {
    throw new Error(reason);
  });
}

/** Wallets on chains that don't answer are left out. */
async function readBalances(): Promise<Sample[]> {
  const wallets = enabledChainIds().flatMap((chainId) => ownWallets().map((wallet) => ({ chainId, wallet })));
  const read = wallets.map(({ chainId, wallet }) =>
    bounded<Sample[]>(
      limitMs,
      async () => {
        const value = await quickChainClient(chainId).getBalance({ address: wallet });
        return [{ labels: { chain: String(chainId), wallet }, value: Number(value) }];
      },
      () => [],
    ),
  );
  return (await Promise.all(read)).flat();
}
