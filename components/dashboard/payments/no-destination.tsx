"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { paths } from "#components/dashboard/paths.ts";
import { Link } from "#components/ui/link.tsx";

type NoDestinationProps = {
  merchantId: string;
  /** Whether buyers can pay, where a payment says so; by default, what follows from the merchant's settings. */
  isPayable?: boolean;
};

/** A warning if a merchant has no settlement destination: its money is held, or buyers can't pay it at all. */
export function NoDestination({ merchantId, isPayable }: NoDestinationProps) {
  const { data } = useQuery({
    ...rpcQuery("payments.merchants", { chosen: [merchantId] }),
    enabled: merchantId !== "",
  });
  const merchant = data?.merchants.find(({ id }) => id === merchantId);
  if (merchant === undefined || merchant.hasDestination) return null;
  return (
    <Warning merchantId={merchantId}>
      <bdi>{merchant.name}</bdi> has no settlement destination.{" "}
      {(isPayable ?? !merchant.onlySettleableTokens)
        ? "Buyers can pay, and Till holds the money until you add one and pay it out."
        : "Buyers can't pay it yet, because it accepts only tokens that can be settled."}
    </Warning>
  );
}

/** Says that an open payment can't be paid, so that its link isn't shared before it can. */
export function NotPayable({ merchant: { id, name } }: { merchant: { id: string; name: string } }) {
  return (
    <Warning merchantId={id}>
      <strong className="font-medium">Buyers can't pay this payment yet.</strong> <bdi>{name}</bdi> accepts only tokens
      that can be settled, and has no settlement destination for one that this payment can be made with.
    </Warning>
  );
}

function Warning({ merchantId, children }: { merchantId: string; children: ReactNode }) {
  return (
    <p role="status" className="rounded-lg bg-critical-wash px-4 py-3 text-sm text-pretty wrap-anywhere">
      {children}{" "}
      <Link href={paths.merchant(merchantId)} className="font-medium text-accent underline underline-offset-4">
        Add a destination
      </Link>
    </p>
  );
}
