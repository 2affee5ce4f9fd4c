/** What a wallet in this browser tells of itself (EIP-6963). Its words and picture are its own: show them, trust neither. */
export type AnnouncedWallet = {
  info: { uuid: string; name: string; icon: string; rdns: string };
  provider: unknown;
};

const found = new Map<string, AnnouncedWallet>();
let isListening = false;

/** Begins to listen, and asks those who were here before. Wallets that come later are heard too. */
export function listenForWallets(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener("eip6963:announceProvider", (event) => {
    const { detail } = event as CustomEvent<AnnouncedWallet | undefined>;
    if (typeof detail?.info?.rdns === "string" && detail.provider !== undefined) found.set(detail.info.rdns, detail);
  });
  window.dispatchEvent(new Event("eip6963:requestProvider"));
}

/** The wallets that have been heard of so far, each once. */
export function announcedWallets(): AnnouncedWallet[] {
  return [...found.values()];
}

/** A wallet from before EIP-6963, as some apps' own browsers still have it; undefined when there is none. */
export function legacyProvider(): unknown {
  return (window as { ethereum?: unknown }).ethereum;
}
