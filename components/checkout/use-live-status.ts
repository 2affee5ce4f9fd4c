import { useCallback, useEffect, useRef, useState } from "react";
import type { GatewayTarget } from "#components/checkout/gateway.ts";
import { type PolledStatus, pollStatus } from "#components/checkout/poll-status.ts";

/** A single failed request isn't worth showing. */
const failuresUntilOffline = 2;

/**
 * Keeps the status of a payment or refund up to date until it is final. Pauses while the page is hidden. Polls at once when it
 * returns, and when `refresh` is called.
 */
export function useLiveStatus<Status extends PolledStatus>({ path, appId }: GatewayTarget, initial: Status) {
  const [answer, setAnswer] = useState(initial);
  const [isOffline, setOffline] = useState(false);
  const { isFinal } = answer;
  const restartPolling = useRef<() => void>(() => undefined);

  useEffect(() => {
    if (isFinal) return;
    let polling = new AbortController();
    const restart = () => {
      polling.abort();
      if (document.visibilityState === "hidden") return;
      polling = new AbortController();
      const listener = {
        onAnswer(next: Status) {
          setOffline(false);
          setAnswer((known) => (isSame(known, next) ? known : next));
        },
        onFailure: (failures: number) => setOffline(failures >= failuresUntilOffline),
      };
      void pollStatus<Status>({ path, appId }, listener, polling.signal);
    };
    restart();
    restartPolling.current = restart;
    document.addEventListener("visibilitychange", restart);
    window.addEventListener("online", restart);
    return () => {
      document.removeEventListener("visibilitychange", restart);
      window.removeEventListener("online", restart);
      restartPolling.current = () => undefined;
      polling.abort();
    };
  }, [path, appId, isFinal]);

  const refresh = useCallback(() => restartPolling.current(), []);
  return { answer, isOffline, refresh };
}

/** Most answers change nothing. Keeping the old object then avoids a render. */
function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
