/** A wallet that announced itself (EIP-6963). The name and icon are unverified: show them, but never rely on them. */
export type AnnouncedWallet = {
  info: { name: string; icon: string; rdns: string };
  provider: unknown;
};

const announced = new Map<string, AnnouncedWallet>();
let isListening = false;

/** Starts listening for announcements and asks wallets that loaded earlier to announce themselves again. */
export function listenForWallets(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener("eip6963:announceProvider", (event) => {
    const wallet = readAnnouncement((event as CustomEvent<unknown>).detail);
    if (wallet !== null) announced.set(wallet.info.rdns, wallet);
  });
  window.dispatchEvent(new Event("eip6963:requestProvider"));
}

/** Reads an announcement. A wallet needs its id and a provider; some leave out the rest. */
function readAnnouncement(detail: unknown): AnnouncedWallet | null {
  const { info, provider } = (detail ?? {}) as { info?: Record<string, unknown> | null; provider?: unknown };
  const textOf = (field: string) => (typeof info?.[field] === "string" ? info[field].trim() : "");
  const rdns = textOf("rdns");
  if (rdns === "" || typeof provider !== "object" || provider === null) return null;
  return { info: { name: textOf("name") || rdns, icon: textOf("icon"), rdns }, provider };
}

/** Returns the wallets announced so far, one per `rdns`. */
export function announcedWallets(): AnnouncedWallet[] {
  return [...announced.values()];
}

/** Returns `window.ethereum`, which some wallet apps still inject instead of announcing themselves; else undefined. */
export function legacyProvider(): unknown {
  return (window as { ethereum?: unknown }).ethereum;
}
