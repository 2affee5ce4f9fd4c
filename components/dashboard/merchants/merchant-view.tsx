"use client";

import { useQuery } from "@tanstack/react-query";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { HeldMoney } from "#components/dashboard/held/held-money.tsx";
import { DeleteMerchant } from "#components/dashboard/merchants/delete-merchant.tsx";
import { EditMerchant } from "#components/dashboard/merchants/edit-merchant.tsx";
import { LatestPayments, MerchantFigures } from "#components/dashboard/merchants/merchant-figures.tsx";
import { MerchantHistory } from "#components/dashboard/merchants/merchant-history.tsx";
import { MerchantLogo } from "#components/dashboard/merchants/merchant-logo.tsx";
import { MerchantStatusBadge } from "#components/dashboard/merchants/merchant-status.tsx";
import { Destinations } from "#components/dashboard/merchants/settlements/destinations.tsx";
import { FiatRecords } from "#components/dashboard/merchants/settlements/fiat-records.tsx";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { SuspendMerchant } from "#components/dashboard/merchants/suspend-merchant.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { When } from "#components/dashboard/when.tsx";
import { buttonClass } from "#components/ui/action-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { isGranted, type Role } from "#lib/core/roles.ts";

/** A merchant's page. */
export function MerchantView({ merchantId, role }: { merchantId: string; role: Role }) {
  const { data: merchant, error } = useQuery(rpcQuery("merchants.get", { merchantId }));
  if (merchant === undefined) return error === null ? null : <Problem>{error.message}</Problem>;
  const isActive = merchant.status === "active";
  const canWrite = isGranted(role, "merchants:write");
  const canPay = isGranted(role, "payments:write");
  const canSettle = isGranted(role, "settlements:write");
  // One that takes effect later doesn't count yet.
  const hasDestination = merchant.crypto.some(({ pending }) => pending?.isNew !== true);
  return (
    <>
      <Head merchant={merchant} canWrite={canWrite} canPay={canPay && isActive} />
      {!isActive && (
        <p className="rounded-xl border border-line-strong bg-surface px-4 py-3 text-sm">
          This merchant can't receive new payments. Open payments can still be paid and will be paid out.
        </p>
      )}
      {isActive && merchant.onlySettleableTokens && !hasDestination && (
        <p className="rounded-xl border border-line-strong bg-surface px-4 py-3 text-sm">
          Buyers can't pay this merchant yet. It offers only tokens that can be settled, and no settlement destination
          is in use.
        </p>
      )}
      <MerchantFigures merchantId={merchantId} />
      <HeldMoney role={role} merchantId={merchantId} />
      <Destinations merchant={merchant} canSettle={canSettle} canPayOut={isGranted(role, "payouts:write")} />
      <LatestPayments merchantId={merchantId} canPay={canPay} isActive={isActive} />
      <FiatRecords merchant={merchant} canSettle={canSettle} />
      {isGranted(role, "audit:read") && <MerchantHistory merchantId={merchantId} />}
      {canWrite && <SuspendOrDelete merchant={merchant} />}
    </>
  );
}

type HeadProps = { merchant: FetchedMerchant; canWrite: boolean; canPay: boolean };

function Head({ merchant, canWrite, canPay }: HeadProps) {
  const { id, name, email, logo, status, createdAt } = merchant;
  return (
    <div className="space-y-3">
      <Link
        href="/dashboard/merchants"
        className="inline-flex min-h-6 items-center rounded text-sm text-accent underline-offset-4 hover:underline"
      >
        Merchants
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 items-start gap-4">
          <MerchantLogo name={name} logo={logo} className="size-12 rounded-xl text-xl" />
          <div className="min-w-0 space-y-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{name}</h1>
              <MerchantStatusBadge status={status} />
            </div>
            <p className="flex flex-wrap gap-x-4 text-sm text-ink-muted">
              <span className="break-all">{email}</span>
              <span>
                Created <When at={createdAt} precision="day" />
              </span>
            </p>
            <p className="flex items-center text-sm text-ink-muted">
              <span className="min-w-0 truncate font-mono text-[0.9em]">{id}</span>
              <CopyButton
                text={id}
                label="Copy merchant ID"
                words={{ copied: "Copied", failed: "Couldn't copy" }}
                look="compact"
              />
            </p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {canWrite && <EditMerchant merchant={merchant} />}
          <Link href={paths.statement(id)} className={buttonClass("plain")}>
            Statements
          </Link>
          {canPay && (
            <Link href={`/dashboard/payments/new?merchant=${id}`} className={buttonClass("primary")}>
              Create payment
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}

function SuspendOrDelete({ merchant }: { merchant: FetchedMerchant }) {
  const isActive = merchant.status === "active";
  return (
    <Card title="Suspend or delete">
      <div className="divide-y divide-line text-sm">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-4">
          <p className="max-w-prose text-ink-muted">
            {isActive
              ? "A suspended merchant can't receive new payments until you reactivate it. Open payments continue."
              : "Reactivating lets this merchant receive payments again immediately."}
          </p>
          <SuspendMerchant merchant={merchant} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-4">
          <p className="max-w-prose text-ink-muted">
            Deleting a merchant can't be undone. Its payments stay in your lists.
          </p>
          <DeleteMerchant merchant={merchant} />
        </div>
      </div>
    </Card>
  );
}
