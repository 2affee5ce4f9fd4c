"use client";

import { useEffect, useState } from "react";
import type { ReturnUrls } from "#components/checkout/checkout-data.ts";
import { useLanguage } from "#components/checkout/messages/language.tsx";
import { useHost } from "#components/embed/embed-frame.tsx";

type ReturnToShopProps = {
  paymentId: string;
  merchantName: string;
  returnUrls: ReturnUrls;
  isPaid: boolean;
  /** Whether the payment ended just now: who opens an old link came to look, and is not sent away. */
  isNews: boolean;
};

const waitSeconds = 3;

/** Leads the buyer back to the shop, after three seconds in which they may decide to stay. */
export function ReturnToShop({ paymentId, merchantName, returnUrls, isPaid, isNews }: ReturnToShopProps) {
  const { say } = useLanguage();
  // In a shop's frame the shop hears how it ended, and goes on by itself.
  const isFramed = useHost() !== null;
  const [isWaiting, setWaiting] = useState(isNews && !isFramed);
  const [seconds, setSeconds] = useState(waitSeconds);
  const url = shopUrl(isPaid ? returnUrls.successUrl : returnUrls.errorUrl, paymentId);
  useEffect(() => {
    if (!isWaiting) return;
    if (seconds === 0) return location.assign(url);
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [isWaiting, seconds, url]);

  const link = "inline-flex min-h-12 items-center justify-center rounded-lg px-5 font-medium transition-colors";
  const primary = `${link} grow bg-accent text-on-accent hover:bg-accent-strong`;
  if (isFramed) return null;
  if (!isWaiting) {
    return (
      <a href={url} className={`${primary} print:hidden`}>
        {say("return.link", { merchant: merchantName })}
      </a>
    );
  }
  return (
    <div className="space-y-3 print:hidden">
      <p className="text-sm text-ink-muted tabular-nums">
        <span aria-hidden="true">{say("return.soon", { merchant: merchantName, seconds })}</span>
        <span role="status" className="sr-only">
          {say("return.announced", { merchant: merchantName })}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <a href={url} className={primary}>
          {say("return.now")}
        </a>
        <button
          type="button"
          onClick={() => setWaiting(false)}
          className={`${link} border border-line-strong hover:bg-sunken`}
        >
          {say("return.stay")}
        </button>
      </div>
    </div>
  );
}

/** The shop's address with the payment in it; its own query and fragment stay (WIRE, Payments: `checkout`). */
function shopUrl(address: string, paymentId: string): string {
  const url = new URL(address);
  url.searchParams.set("payment_id", paymentId);
  return url.href;
}
