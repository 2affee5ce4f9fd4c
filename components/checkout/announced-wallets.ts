/** A wallet that announced itself (EIP-6963). The name and icon are unverified: show them, but never rely on them. */
export type AnnouncedWallet = {
  info: { uuid: string; name: string; icon: string; rdns: string };
  provider: unknown;
};

const announced = new Map<string, AnnouncedWallet>();
let isListening = false;

/** Starts listening for announcements and asks wallets that loaded earlier to announce themselves again. */
export function listenForWallets(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener("eip6963:announceProvider", (event) => {
    const { detail } = event as CustomEvent<AnnouncedWallet | undefined>;
    if (typeof detail?.info?.rdns === "string" && detail.provider !== undefined) {
      announced.set(detail.info.rdns, detail);
    }
  });
  window.dispatchEvent(new Event("eip6963:requestProvider"));
}

/** Returns the wallets announced so far, one per `rdns`. */
export function announcedWallets(): AnnouncedWallet[] {
  return [...announced.values()];
}

/** Returns `window.ethereum`, which some wallet apps still inject instead of announcing themselves; else undefined. */
export function legacyProvider(): unknown {
  return (window as { ethereum?: unknown }).ethereum;
}
