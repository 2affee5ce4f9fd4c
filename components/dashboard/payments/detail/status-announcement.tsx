"use client";

import { useEffect, useRef, useState } from "react";
import { moneyLine } from "#components/dashboard/format-money.ts";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";

/** Announces status changes to screen readers; silent on load. */
export function StatusAnnouncement({ payment }: { payment: PaymentDetail }) {
  const said = sentenceOf(payment);
  const first = useRef(said);
  const [news, setNews] = useState("");
  useEffect(() => {
    if (said !== first.current) setNews(said);
  }, [said]);
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}

function sentenceOf({ status, isRefunded, refunded, payout }: PaymentDetail): string {
  if (isRefunded) return "The payment is refunded.";
  if (refunded !== null) return `${moneyLine(refunded)} of the payment is refunded.`;
  switch (status) {
    case "requires_action":
      return "The payment is open.";
    case "processing":
      return "The buyer confirmed. The payment is processing.";
    case "succeeded":
      return payout?.state === "final" ? "The payment has been paid out." : "The payment has succeeded.";
    case "failed":
      return "The payment has failed.";
    case "expired":
      return "The payment has expired.";
    case "cancelled":
      return "The payment was cancelled.";
  }
}
