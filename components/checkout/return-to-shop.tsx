"use client";

import { useEffect, useState } from "react";
import { useTranslation } from "#components/checkout/messages/translation.tsx";

type ReturnToShopProps = {
  paymentId: string;
  merchantName: string;
  url: string;
  /** Whether to return after a countdown. False for a buyer who opens the link of a payment that has already ended. */
  isAutomatic: boolean;
  /** True once the buyer does something on this page: the countdown ends. */
  isHeld: boolean;
};

const countdownSeconds = 3;

/** Returns the buyer to the shop after three seconds, unless they choose to stay. */
export function ReturnToShop({ paymentId, merchantName, url, isAutomatic, isHeld }: ReturnToShopProps) {
  const { t } = useTranslation();
  const [wantsReturn, setCounting] = useState(isAutomatic);
  const isCounting = wantsReturn && !isHeld;
  const [seconds, setSeconds] = useState(countdownSeconds);
  const href = withPaymentId(url, paymentId);
  useEffect(() => {
    if (!isCounting) return;
    if (seconds === 0) {
      // A buyer who comes back, or whose browser couldn't open the shop, finds the link.
      setCounting(false);
      return location.assign(href);
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [isCounting, seconds, href]);

  const link = "inline-flex min-h-12 items-center justify-center rounded-lg px-5 font-medium transition-colors";
  const primary = `${link} grow border border-brand-edge bg-brand text-on-brand hover:bg-brand-strong`;
  if (!isCounting) {
    return (
      <a href={href} className={`${primary} print:hidden`}>
        {t("return.link", { merchant: merchantName })}
      </a>
    );
  }
  return (
    <div className="space-y-3 print:hidden">
      <p className="text-sm text-ink-muted tabular-nums">
        <span aria-hidden="true">{t("return.soon", { merchant: merchantName, seconds })}</span>
        <span role="status" className="sr-only">
          {t("return.announced", { merchant: merchantName })}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <a href={href} className={primary}>
          {t("return.now")}
        </a>
        <button
          type="button"
          onClick={() => setCounting(false)}
          className={`${link} border border-line-strong hover:bg-sunken`}
        >
          {t("return.stay")}
        </button>
      </div>
    </div>
  );
}

/** Adds the payment to the shop's URL and keeps its query and fragment. */
function withPaymentId(shopUrl: string, paymentId: string): string {
  const url = new URL(shopUrl);
  url.searchParams.set("payment_id", paymentId);
  return url.href;
}
