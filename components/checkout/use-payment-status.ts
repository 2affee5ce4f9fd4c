import { useEffect, useState } from "react";
import { pollStatus } from "#components/checkout/poll-status.ts";
import type { WireStatus } from "#lib/api/schemas/payment.ts";

/** A single failed request isn't worth showing to the buyer. */
const failuresUntilOffline = 2;

export type LiveStatus = { answer: WireStatus; isOffline: boolean };

/** Keeps a payment's status up to date until it is final. Pauses while the page is hidden and polls at once when it returns. */
export function usePaymentStatus(paymentId: string, appId: string, initial: WireStatus): LiveStatus {
  const [answer, setAnswer] = useState(initial);
  const [isOffline, setOffline] = useState(false);
  const { isFinal } = answer;

  useEffect(() => {
    if (isFinal) return;
    let polling = new AbortController();
    const restart = () => {
      polling.abort();
      if (document.visibilityState === "hidden") return;
      polling = new AbortController();
      const listener = {
        onAnswer(next: WireStatus) {
          setOffline(false);
          setAnswer((known) => (isSame(known, next) ? known : next));
        },
        onFailure: (failures: number) => setOffline(failures >= failuresUntilOffline),
      };
      void pollStatus({ paymentId, appId }, listener, polling.signal);
    };
    restart();
    document.addEventListener("visibilitychange", restart);
    window.addEventListener("online", restart);
    return () => {
      document.removeEventListener("visibilitychange", restart);
      window.removeEventListener("online", restart);
      polling.abort();
    };
  }, [paymentId, appId, isFinal]);

  return { answer, isOffline };
}

/** Most answers change nothing. Keeping the old object then avoids a render. */
function isSame(a: WireStatus, b: WireStatus): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
