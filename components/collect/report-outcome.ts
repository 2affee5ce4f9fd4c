/** What the form tells whoever shows it (SPEC, "Data-collection form exchange"). Never holds what was filled in. */
export type Outcome = { type: "IC_COMPLETE"; success: true } | { type: "IC_ERROR"; error: string };

type Hosts = {
  ReactNativeWebView?: { postMessage(message: string): void };
  AndroidWallet?: { onDataCollectionComplete(message: string): void };
  webkit?: { messageHandlers?: { payDataCollectionComplete?: { postMessage(message: Outcome): void } } };
};

/**
 * Tells every host that is there: a React Native, Android or iOS web view, the page around, the page that opened this
 * one (WIRE, Gateway). Any origin may read it: wallets are unknown to us, and whoever frames this page sees no more
 * than that a form was sent, or the sentence that is on the screen. One host that fails keeps no other from hearing.
 */
export function reportOutcome(outcome: Outcome): void {
  const json = JSON.stringify(outcome);
  const hosts = window as Window & Hosts;
  const tell = [
    () => hosts.ReactNativeWebView?.postMessage(json),
    () => hosts.AndroidWallet?.onDataCollectionComplete(json),
    () => hosts.webkit?.messageHandlers?.payDataCollectionComplete?.postMessage(outcome),
    () => window.parent !== window && window.parent.postMessage(json, "*"),
    () => window.opener !== null && (window.opener as Window).postMessage(json, "*"),
  ];
  for (const one of tell) {
    try {
      one();
    } catch (error) {
      console.warn("A host could not be told how the form went.", error);
    }
  }
}
