import { ExplorerLink } from "#components/dashboard/chain-links.tsx";
import { LiveOnly } from "#components/dashboard/live-only.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { PrintButton } from "#components/dashboard/settlements/print-button.tsx";
import { When } from "#components/dashboard/when.tsx";
import { buttonClass } from "#components/ui/action-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { DownloadLink } from "#components/ui/download-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isolated } from "#lib/core/isolated.ts";
import type { QueryOutput, ShownMoney } from "#lib/dashboard/rpc/contract.ts";

type Statement = QueryOutput<"settlements.statement">;
type StatementProps = {
  merchantId: string;
  month: string;
  /** False for the current month, whose sums still change. */
  isOver: boolean;
  isTest: boolean;
  statement: Statement;
};

const monthName = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const nameOf = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`));

/** A merchant's statement of a month, made to be printed. */
export function StatementView({ merchantId, month, isOver, isTest, statement }: StatementProps) {
  const { merchantName, totals, lines, isCutShort } = statement;
  const csvHref = `${paths.statements(merchantId)}/export?month=${month}`;
  return (
    <>
      <PageHeader
        title={`Statement of ${nameOf(month)}`}
        about={`${isolated(merchantName)}. Amounts are exact; times are in UTC. Each line names its transaction on chain.`}
      >
        <span className="flex gap-2 print:hidden">
          <DownloadLink href={csvHref} className={buttonClass("plain")}>
            Export CSV
          </DownloadLink>
          <PrintButton />
        </span>
      </PageHeader>
      <Months merchantId={merchantId} month={month} months={statement.months} />
      {totals.length === 0 && (isTest ? <NoTestStatement /> : <NothingMoved isOver={isOver} />)}
      {totals.map((each) => (
        <Totals key={each.asset} totals={each} isOver={isOver} />
      ))}
      {lines.length > 0 && <Lines lines={lines} csvHref={isCutShort ? csvHref : null} />}
    </>
  );
}

function NoTestStatement() {
  return (
    <LiveOnly title="No statements in test mode">
      In live mode, a statement has the month's sums for each token, and a line for each payment, payout and refund.
    </LiveOnly>
  );
}

function NothingMoved({ isOver }: { isOver: boolean }) {
  return (
    <Card title="Summary">
      <EmptyState title="No money moved">
        <p>
          {isOver
            ? "The merchant had no payments, payouts or refunds by the end of the month."
            : "The merchant has had no payments, payouts or refunds so far."}
        </p>
      </EmptyState>
    </Card>
  );
}

function Months({ merchantId, month, months }: { merchantId: string; month: string; months: readonly string[] }) {
  return (
    <nav aria-label="Months" className="flex flex-wrap gap-2 text-sm print:hidden">
      {[...new Set([month, ...months])]
        .toSorted()
        .toReversed()
        .map((each) => (
          <Link
            key={each}
            href={paths.statement(merchantId, each)}
            aria-current={each === month ? "page" : undefined}
            className="inline-flex min-h-9 items-center rounded-lg border border-line px-3 hover:bg-sunken aria-[current=page]:bg-accent-wash aria-[current=page]:font-medium aria-[current=page]:text-accent"
          >
            {nameOf(each)}
          </Link>
        ))}
    </nav>
  );
}

function Totals({ totals, isOver }: { totals: Statement["totals"][number]; isOver: boolean }) {
  const { opening, received, fees, net, paidOut, closing, refunded, heldRefunded } = totals;
  const { payments, payouts, refunds, heldRefunds } = totals;
  const rows: readonly (readonly [string, ShownMoney, string?])[] = [
    ["Held when the month began", opening],
    [`Received from ${counted(payments, "payment")}`, received],
    ["Fees", fees, "−"],
    ["Received net of fees", net],
    [`Paid out in ${counted(payouts, "payout")}`, paidOut, "−"],
    ...(heldRefunds === 0
      ? []
      : [[`Refunded from held money in ${counted(heldRefunds, "refund")}`, heldRefunded, "−"] as const]),
    [isOver ? "Held when the month ended" : "Held now", closing],
    ...(refunds === 0
      ? []
      : [[`Refunded by the merchant's wallet in ${counted(refunds, "refund")}`, refunded] as const]),
  ];
  return (
    <Card title={`${opening.symbol} on ${opening.network}`}>
      <dl className="divide-y divide-line text-sm">
        {rows.map(([label, money, sign = ""]) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2 first:pt-0 last:pb-0">
            <dt className={label.startsWith("Held") ? "font-medium" : "text-ink-muted"}>{label}</dt>
            <dd className={label.startsWith("Held") ? "font-semibold" : ""}>
              {money.value !== "0" && sign}
              <Money money={money} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString("en")} ${noun}s`;
}

const kindWords = {
  payment: "Payment",
  payout: "Payout",
  refund: "Refund",
  held_refund: "Refund of held money",
} as const;
const cell = "px-3 py-2 first:pl-0 last:pr-0";
/** Cells that a phone has no room for. */
const wideCell = `${cell} hidden sm:table-cell print:table-cell`;

/** @param csvHref the file with all movements; null when `lines` has them all. */
function Lines({ lines, csvHref }: Pick<Statement, "lines"> & { csvHref: string | null }) {
  return (
    <Card title="Movements">
      {csvHref !== null && (
        <p className="pb-4 text-sm">
          The month has more movements. This page and its printout stop after the first{" "}
          {lines.length.toLocaleString("en")};{" "}
          <DownloadLink href={csvHref} className="text-accent underline underline-offset-4">
            the CSV file
          </DownloadLink>{" "}
          has all of them.
        </p>
      )}
      <div className="relative overflow-x-auto print:overflow-visible">
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">Movements in chronological order; times are in UTC</caption>
          <thead className="border-b border-line text-left text-ink-muted">
            <tr>
              <th scope="col" className={`${cell} font-medium`}>
                Movement
              </th>
              <th scope="col" className={`${wideCell} font-medium`}>
                Transaction
              </th>
              <th scope="col" className={`${wideCell} text-right font-medium`}>
                Fee
              </th>
              <th scope="col" className={`${cell} text-right font-medium`}>
                Amount
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line align-top">
            {lines.map((line) => (
              <Line key={`${line.kind} ${line.paymentId} ${line.transaction?.id}`} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function Line({
  line: { kind, at, paymentId, referenceId, fee, money, transaction },
}: {
  line: Statement["lines"][number];
}) {
  return (
    <tr>
      <td className={`${cell} min-w-44 space-y-0.5`}>
        <p className="wrap-anywhere">
          {kindWords[kind]}{" "}
          <Link href={paths.payment(paymentId)} className="font-medium underline-offset-4 hover:underline">
            <bdi>{referenceId}</bdi>
          </Link>
        </p>
        <p className="text-ink-muted">
          <When at={at} />
        </p>
        {transaction !== null && (
          <p className="sm:hidden print:hidden">
            <ExplorerLink transaction={transaction} />
          </p>
        )}
      </td>
      <td className={`${wideCell} font-mono text-xs break-all`}>
        {transaction?.explorerUrl ? (
          <a
            href={transaction.explorerUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent underline-offset-4 hover:underline"
          >
            {transaction.id}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          transaction?.id
        )}
      </td>
      <td className={`${wideCell} text-right`}>{kind === "payment" && <Money money={fee} />}</td>
      <td className={`${cell} text-right`}>
        {(kind === "payout" || kind === "held_refund") && "−"}
        <Money money={money} />
      </td>
    </tr>
  );
}
