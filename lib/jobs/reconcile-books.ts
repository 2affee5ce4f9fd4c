import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";
import { metrics } from "#lib/log/metrics.ts";

const loggedDifferences = 20;

/** Compares books, payments and chains, and raises an alarm if they differ, with the first twenty differences. */
export async function reconcileBooks(): Promise<void> {
  const { differences } = await reconcile();
  const counts = Map.groupBy(differences, ({ kind }) => kind);
  metrics().differences.reset();
  for (const [kind, some] of counts) metrics().differences.set({ kind }, some.length);
  metrics().reconciled.setToCurrentTime();
  const isUnchecked = differences.every(({ kind }) => kind === "not_checked");
  const facts = { count: differences.length, differences: differences.slice(0, loggedDifferences).map(toText) };
  const isComplete = differences.every(({ kind }) => kind !== "not_checked");
  if (isComplete) endAlarm("books_not_checked", "all", {}, "all balances could be read");
  if (differences.length === 0) {
    log().info("books, payments and chains agree");
    endAlarm("books_differ", "all", {}, "books, payments and chains agree again");
  } else if (isUnchecked) raiseAlarm("books_not_checked", "all", facts, "some balances could not be read");
  else raiseAlarm("books_differ", "all", facts, "books, payments and chains differ");
}

function toText(difference: object): Record<string, unknown> {
  const texts = Object.entries(difference).map(([name, value]) => [
    name,
    typeof value === "bigint" ? `${value}` : value,
  ]);
  return Object.fromEntries(texts);
}
