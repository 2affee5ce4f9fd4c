import { useEffect, useState } from "react";
import { followStatus } from "#components/checkout/follow-status.ts";
import type { WireStatus } from "#lib/api/schemas/payment.ts";

/** One failure is a hiccup that nobody needs to hear of. */
const failuresToTell = 2;

export type LiveStatus = { answer: WireStatus; isOutOfTouch: boolean };

/** A payment's status, kept up to date until it is final. Rests while the page is hidden; asks at once when it is back. */
export function usePaymentStatus(paymentId: string, appId: string, initial: WireStatus): LiveStatus {
  const [answer, setAnswer] = useState(initial);
  const [isOutOfTouch, setOutOfTouch] = useState(false);
  const { isFinal } = answer;

  useEffect(() => {
    if (isFinal) return;
    let following = new AbortController();
    const restart = () => {
      following.abort();
      if (document.visibilityState === "hidden") return;
      following = new AbortController();
      const listener = {
        onAnswer(next: WireStatus) {
          setOutOfTouch(false);
          setAnswer((known) => (isSame(known, next) ? known : next));
        },
        onFailure: (failures: number) => setOutOfTouch(failures >= failuresToTell),
      };
      void followStatus({ paymentId, appId }, listener, following.signal);
    };
    restart();
    document.addEventListener("visibilitychange", restart);
    window.addEventListener("online", restart);
    return () => {
      document.removeEventListener("visibilitychange", restart);
      window.removeEventListener("online", restart);
      following.abort();
    };
  }, [paymentId, appId, isFinal]);

  return { answer, isOutOfTouch };
}

/** Most answers bring no news, and nothing has to be drawn again for them. */
function isSame(a: WireStatus, b: WireStatus): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
