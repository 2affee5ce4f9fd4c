/** The outcome that the form reports to its host; wallets know these two types. Contains no personal data. */
export type Outcome = { type: "IC_COMPLETE"; success: true } | { type: "IC_ERROR"; error: string };

type Hosts = {
  ReactNativeWebView?: { postMessage(message: string): void };
  AndroidWallet?: { onDataCollectionComplete(message: string): void };
  webkit?: { messageHandlers?: { payDataCollectionComplete?: { postMessage(message: Outcome): void } } };
};

/**
 * Reports the outcome to every host: a React Native, Android or iOS web view, the parent page, and the page that opened
 * this one. Any origin may receive it, because any wallet may host the form, and it reveals only that a
 * form was sent or which error is on screen. A host that throws doesn't keep the others from receiving it.
 */
export function reportOutcome(outcome: Outcome): void {
  const json = JSON.stringify(outcome);
  const hosts = window as Window & Hosts;
  const notifications = [
    () => hosts.ReactNativeWebView?.postMessage(json),
    () => hosts.AndroidWallet?.onDataCollectionComplete(json),
    () => hosts.webkit?.messageHandlers?.payDataCollectionComplete?.postMessage(outcome),
    () => window.parent !== window && window.parent.postMessage(json, "*"),
    () => window.opener !== null && (window.opener as Window).postMessage(json, "*"),
  ];
  for (const notify of notifications) {
    try {
      notify();
    } catch (error) {
      console.warn("Could not report the form's outcome to a host.", error);
    }
  }
}
