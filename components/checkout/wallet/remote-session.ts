import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Connector } from "wagmi";

/** The part of a WalletConnect session that the checkout reads. */
export type RemoteSession = {
  namespaces: Readonly<Record<string, { accounts: readonly string[]; methods: readonly string[] }>>;
  /** The wallet's description of itself. It is unverified: show it, but never rely on it. */
  peer: { metadata: { name: string; redirect?: { native?: string; universal?: string } } };
};

type RemoteProvider = {
  session?: RemoteSession;
  signer: { client: { pairing: { getAll(): { topic: string }[] } } };
  disconnect(): Promise<void>;
  on(event: "display_uri", listener: (uri: string) => void): void;
  removeListener(event: "display_uri", listener: (uri: string) => void): void;
};

/** The time after which the page says that WalletConnect or a wallet doesn't answer. */
export const silenceMs = 10_000;

/** Returns true for a wallet that is reached through WalletConnect's relay. */
export function isRelayed(connector: Connector): boolean {
  return connector.type === "walletConnect";
}

let isCoarse: boolean | undefined;

/** Returns true on a phone, where a link opens a wallet's app. Read once, so that a code that is being scanned stays one. */
export function isPhone(): boolean {
  isCoarse ??= matchMedia("(pointer: coarse)").matches;
  return isCoarse;
}

export async function remoteProvider(connector: Connector): Promise<RemoteProvider> {
  return (await connector.getProvider()) as RemoteProvider;
}

/** Returns the topics of the connections that have been offered so far. */
export function formerTopics({ signer }: RemoteProvider): ReadonlySet<string> {
  return new Set(signer.client.pairing.getAll().map(({ topic }) => topic));
}

/** Returns the topic of a connection's address: `wc:<topic>@2?…`. */
export function topicOf(uri: string): string {
  return /^wc:([^@]*)@/.exec(uri)?.[1] ?? "";
}

const endings = new WeakMap<RemoteProvider, Promise<void>>();

/** Ends the session of a wallet. The relay confirms it: a second call meanwhile waits for the first. */
export async function endSession(connector: Connector): Promise<void> {
  const provider = await remoteProvider(connector);
  const ending = endings.get(provider) ?? provider.disconnect().catch(() => undefined);
  endings.set(provider, ending);
  await ending;
  endings.delete(provider);
}

/** Returns the session of a wallet; null for a wallet without one. */
export async function findSession(connector: Connector): Promise<RemoteSession | null> {
  return isRelayed(connector) ? ((await remoteProvider(connector)).session ?? null) : null;
}

/** Returns the session of a connected wallet; null until it is read, and for a wallet without one. */
export function useSession(connector: Connector | undefined): RemoteSession | null {
  const { data = null } = useQuery({
    queryKey: ["session", connector?.uid],
    queryFn: () => (connector === undefined ? null : findSession(connector)),
    // The next connection of the same connector has another session.
    gcTime: 0,
  });
  return data;
}

/** Returns true for the error of a proposal or a request that wasn't answered within its five minutes. */
export function isExpired(error: unknown): boolean {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === "string" && /^(proposal|request) expired\b/i.test(message);
}

/** Returns true if an account (CAIP-10) is one of the session's, so that the wallet signs for it on this network. */
export function coversAccount(session: RemoteSession | null, account: string): boolean {
  if (session === null) return true;
  const accounts = Object.values(session.namespaces).flatMap((namespace) => namespace.accounts);
  return accounts.some((one) => one.toLowerCase() === account.toLowerCase());
}

/** Returns true if the session allows every method. */
export function coversMethods(session: RemoteSession | null, methods: readonly string[]): boolean {
  if (session === null) return true;
  const allowed = Object.values(session.namespaces).flatMap((namespace) => namespace.methods);
  return methods.every((method) => allowed.includes(method));
}

/**
 * Returns the address that opens the app of a session's wallet; null if neither the wallet nor our list knows one.
 * @param ownLink the link by which our list opens the wallet's app.
 */
export function appLink({ peer }: RemoteSession, ownLink: string | undefined): string | null {
  const { native, universal } = peer.metadata.redirect ?? {};
  return [native, universal, ownLink?.split("?")[0]].find(opensApp) ?? null;
}

/** Accepts a web address and an app's own protocol. `javascript:` would run in this page. */
function opensApp(link: string | undefined): link is string {
  return link !== undefined && /^(?!javascript:|data:|http:)[a-z][a-z\d+.-]*:\/\//i.test(link);
}

/** WalletConnect opens this link of the browser's storage with each request. */
const linkKey = "WALLETCONNECT_DEEPLINK_CHOICE";

/** Remembers the link that opens the wallet's app, or forgets the one of another wallet. */
export function rememberLink(link: string | null, name: string): void {
  try {
    if (link === null) localStorage.removeItem(linkKey);
    else localStorage.setItem(linkKey, JSON.stringify({ href: link, name }));
  } catch {
    // A full or read-only storage: the buyer opens the app with the button.
  }
}

/** Returns true once something has been waited for so long that the page should say so. */
export function useSilence(isWaiting: boolean): boolean {
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSilent(true), silenceMs);
    return () => {
      clearTimeout(timer);
      setSilent(false);
    };
  }, [isWaiting]);
  return isSilent;
}
