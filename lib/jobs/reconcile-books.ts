import { type Difference, isOnTestnet } from "#lib/domain/payments/ledger/difference.ts";
import { areEntriesRight, reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { endOtherAlarms, raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";
import { metrics } from "#lib/log/metrics.ts";

const loggedDifferences = 20;

type Found = Exclude<Difference, { kind: "not_checked" }>;

/**
 * Compares books, payments and chains. Raises an alarm for each kind of difference and the wallet, token or
 * entry that it is about, with the first twenty of them, and ends those that it has looked for and no longer
 * finds.
 */
export async function reconcileBooks(): Promise<void> {
  const { differences, isCutShort } = await reconcile();
  const ofMoney = differences.filter((difference) => !isOnTestnet(difference));
  const counts = Map.groupBy(ofMoney, ({ kind }) => kind);
  metrics().differences.reset();
  for (const [kind, some] of counts) metrics().differences.set({ kind }, some.length);
  metrics().reconciled.setToCurrentTime();
  const found = Map.groupBy(differences.filter(isFound), subjectOf);
  for (const [subject, some] of found) {
    const message = `books, payments and chains differ: ${some[0]?.kind}`;
    raiseAlarm("books_differ", subject, factsOf(some), message, some.flatMap(partsOf));
  }
  const unchecked = Map.groupBy(
    differences.flatMap((one) => (one.kind === "not_checked" ? [one] : [])),
    ({ chainId }) => String(chainId),
  );
  for (const [chain, some] of unchecked) {
    raiseAlarm("books_not_checked", chain, factsOf(some), "some balances could not be read");
  }
  endOtherAlarms("books_not_checked", (chain) => unchecked.has(chain), "all balances could be read");
  const isPartial = isCutShort || !areEntriesRight(differences);
  const isOpen = (subject: string) => found.has(subject) || isPartial || unchecked.has(subject.split(" ")[0] ?? "");
  endOtherAlarms("books_differ", isOpen, "books, payments and chains agree again");
  if (differences.length === 0) log().info("books, payments and chains agree");
}

const isFound = (difference: Difference): difference is Found => difference.kind !== "not_checked";

/** The subject of a difference. It starts with the chain, if that has to be read to see that the difference is gone. */
function subjectOf(difference: Found): string {
  switch (difference.kind) {
    case "deficit":
    case "surplus":
    case "missing_transfer":
      return `${difference.chainId} ${difference.kind} ${difference.wallet} ${difference.asset}`;
    case "foreign_transaction":
      return `${difference.chainId} ${difference.kind} ${difference.wallet}`;
    case "payment_does_not_fit":
    case "refund_does_not_fit":
      return `${difference.kind} ${difference.fault}`;
    case "unknown_transaction":
    case "attribution_not_recorded":
      return `${difference.kind} ${difference.chainId} ${difference.wallet}`;
    case "statement_does_not_fit":
      return `${difference.kind} ${difference.asset}`;
    default:
      return `${difference.kind} ${difference.entry} ${difference.asset}`;
  }
}

/** The parts that make a difference another one than before. A surplus that grows has none: anyone can send coin to a wallet. */
function partsOf(difference: Found): string[] {
  switch (difference.kind) {
    case "surplus":
      return [];
    case "deficit":
      return [String(difference.amount)];
    case "missing_transfer":
      return [String(difference.id)];
    case "foreign_transaction":
      return [String(difference.onChain - difference.ours)];
    case "payment_does_not_fit":
      return [difference.paymentId];
    case "refund_does_not_fit":
      return [difference.refundId];
    case "unknown_transaction":
    case "attribution_not_recorded":
      return [String(difference.nonce)];
    case "statement_does_not_fit":
      return [`${difference.merchantId} ${difference.month} ${difference.column}`];
    default:
      return [difference.subject];
  }
}

function factsOf(differences: readonly Difference[]): object {
  return { count: differences.length, differences: differences.slice(0, loggedDifferences).map(toText) };
}

function toText(difference: object): Record<string, unknown> {
  const texts = Object.entries(difference).map(([name, value]) => [
    name,
    typeof value === "bigint" ? `${value}` : value,
  ]);
  return Object.fromEntries(texts);
}
