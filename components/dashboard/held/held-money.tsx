"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AddressLink } from "#components/dashboard/chain-links.tsx";
import { heldPages } from "#components/dashboard/data/queries.ts";
import type { Held } from "#components/dashboard/held/held.ts";
import { PayOutHeld } from "#components/dashboard/held/pay-out-held.tsx";
import { PayOutToAnother } from "#components/dashboard/held/pay-out-to-another.tsx";
import { NetworkIcon } from "#components/dashboard/merchants/settlements/token-choice.tsx";
import { ListEnd } from "#components/dashboard/merchants/show-more.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { ActionButton, buttonClass } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { isolated } from "#lib/core/isolated.ts";
import { isGranted, type Role } from "#lib/core/roles.ts";

type HeldMoneyProps = {
  role: Role;
  /** The merchant whose page this is; null on the page of all merchants. */
  merchantId: string | null;
};

/** Money held in the treasury, with the actions that pay it out. Nothing on a merchant's page without held money. */
export function HeldMoney({ role, merchantId }: HeldMoneyProps) {
  const query = useInfiniteQuery(heldPages(merchantId));
  const { data, error } = query;
  if (data === undefined) return error && <Problem>{error.message}</Problem>;
  const rows = uniqueRows(data.pages.flatMap(({ held }) => held));
  if (rows.size === 0) {
    return merchantId === null ? (
      <EmptyState title="No held money">
        <p>Money appears here when a payment succeeds while its merchant has no settlement destination.</p>
      </EmptyState>
    ) : null;
  }
  return (
    <Card
      title="Held in the treasury"
      about="Money of payments whose merchant had no settlement destination. It stays here until you pay it out."
    >
      <ul className="divide-y divide-line">
        {[...rows].map(([key, held]) => (
          <HeldRow key={key} held={held} role={role} isNamed={merchantId === null} />
        ))}
      </ul>
      <ListEnd query={query} />
    </Card>
  );
}

/** Removes a row's repetition: a payout that starts while pages are fetched moves its row to a later page. */
function uniqueRows(held: readonly Held[]): ReadonlyMap<string, Held> {
  return new Map(held.map((row) => [`${row.merchantId} ${row.asset}`, row]));
}

function HeldRow({ held, role, isNamed }: { held: Held; role: Role; isNamed: boolean }) {
  // Holds what the member saw when opening the dialog, which a refetch of the list behind it must not replace.
  const [dialog, setDialog] = useState<{ kind: "pay" | "another"; held: Held } | null>(null);
  const { merchantId, merchantName, isMerchantDeleted, chainId, money, payments, payable, destination } = held;
  const isRunning = held.lastBulkPayout?.state === "running";
  const isPayable = payable.payments > 0;
  const canPay = isPayable && !isRunning && destination !== null && isGranted(role, "payouts:write");
  const canChoose = isPayable && isGranted(role, "settlements:write");
  // On the merchant's own page, the destination is listed with its button.
  const canChange = canChoose && isRunning && !isMerchantDeleted && isNamed;
  const what = `${money.symbol} on ${money.network} held for ${isolated(merchantName)}`;
  const close = () => setDialog(null);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0 lg:grid lg:grid-cols-[5fr_4fr_3fr]">
      <div className="flex min-w-0 grow basis-56 items-start gap-2.5">
        <NetworkIcon chainId={chainId} />
        <div className="min-w-0 space-y-0.5 text-sm">
          <p className="font-medium">
            <Money money={money} hasNetwork />
          </p>
          <p className="text-ink-muted">
            from {payments === 1 ? "1 payment" : `${payments.toLocaleString("en")} payments`}
            {isNamed && (
              <>
                {" of "}
                <MerchantName held={held} />
              </>
            )}
          </p>
        </div>
      </div>
      <div className="min-w-0 grow basis-64 text-sm">
        <Standing held={held} />
      </div>
      <div className="flex flex-wrap gap-2 lg:justify-end">
        {canPay && (
          <ActionButton onClick={() => setDialog({ kind: "pay", held })}>
            Pay out<span className="sr-only"> {what}</span>
          </ActionButton>
        )}
        {canChoose && isMerchantDeleted && (
          <ActionButton onClick={() => setDialog({ kind: "another", held })}>
            {destination === null ? "Choose address" : "Pay another address"}
            <span className="sr-only"> {what}</span>
          </ActionButton>
        )}
        {canChange && (
          <Link href={paths.merchant(merchantId)} className={buttonClass("plain")}>
            Change destination<span className="sr-only"> of {what}</span>
          </Link>
        )}
      </div>
      {dialog?.kind === "pay" && <PayOutHeld held={dialog.held} onClose={close} />}
      {dialog?.kind === "another" && <PayOutToAnother held={dialog.held} onClose={close} />}
    </li>
  );
}

function MerchantName({ held: { merchantId, merchantName, isMerchantDeleted } }: { held: Held }) {
  if (isMerchantDeleted) {
    return (
      <>
        <bdi className="wrap-anywhere">{merchantName}</bdi> <Badge>Deleted</Badge>
      </>
    );
  }
  return (
    <Link href={paths.merchant(merchantId)} className="wrap-anywhere underline underline-offset-4 hover:text-ink">
      <bdi>{merchantName}</bdi>
    </Link>
  );
}

/** The destination of the money, the progress of its payout, or the obstacle. */
function Standing({ held }: { held: Held }) {
  const { payments, payable, destination, lastBulkPayout, isMerchantDeleted } = held;
  if (lastBulkPayout?.state === "running") {
    const { opened, payouts, destination: account } = lastBulkPayout;
    return (
      <div className="space-y-1">
        <p role="status" className="text-ink-muted">
          <Badge tone="pending">Paying out</Badge> {opened.toLocaleString("en")} of {payouts.toLocaleString("en")}{" "}
          started
        </p>
        <To account={account} />
      </div>
    );
  }
  return (
    <div className="space-y-1">
      {payable.payments > 0 && destination !== null && <To account={destination} />}
      {payable.payments > 0 && destination === null && (
        <p className="text-ink-muted">
          {isMerchantDeleted
            ? "The deleted merchant has no destination."
            : "Add a settlement destination to pay it out."}
        </p>
      )}
      {payable.payments < payments && (
        <p className="text-ink-muted">
          {payable.payments === 0 ? "It" : "Part of it"} is in a treasury that Till has no key for. Its owner has to
          send it.
        </p>
      )}
      {lastBulkPayout?.state === "stopped" && (
        <p className="break-words text-critical">The last payout stopped. {lastBulkPayout.reason}</p>
      )}
    </div>
  );
}

function To({ account }: { account: NonNullable<Held["destination"]> }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="text-ink-muted">To</span> <AddressLink address={account} />
    </p>
  );
}
