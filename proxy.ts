import { type NextRequest, NextResponse } from "next/server";
import { inlinedStyles } from "#app/inlined-styles.ts";
import { chooseLocale, toLocales } from "#components/language/choose-locale.ts";
import { mayEmbed } from "#lib/domain/partners/may-embed.ts";
import { env } from "#lib/env/env.ts";

// Everything but the API, which sets its own headers, and files that are the same for everybody.
export const config = {
  matcher: "/((?!v1(?:/|$)|_next/static/|icons/|logos/[^/]+$|embed\\.js$|healthz$|readyz$).*)",
};

/** The form is shown in wallets' frames, whoever they are; it has nothing that a click could give away. */
const formPath = /^\/collect\/[^/]+$/;
/** The checkout for shops' pages, which are listed by the payment's partner (docs/decisions/0014-embed.md). */
const embedPath = /^\/embed\/([^/]+)$/;
/** What buyers see, in their language. */
const buyerPath = /^\/(?:pay|collect|embed)\//;

/** What partners see, signed in. */
const partnerPath = /^\/dashboard(?:\/|$)/;

/** The checkout, where wallets are connected: `/pay/…`, and the same in a shop's frame. */
const checkoutPath = /^\/(?:pay|embed)\/[^/]+$/;

const languageCookie = "till-lang";
const aYearSeconds = 365 * 24 * 3_600;
const isDev = process.env.NODE_ENV === "development";

/**
 * Gives each page a policy that runs no script but those which this answer names by its nonce, and says who may show it
 * in a frame; and tells the page what was found out on the way, in headers that nobody else can set.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, searchParams } = request.nextUrl;
  const isForm = formPath.test(pathname);
  const host = await embeddingHost(pathname, searchParams.get("origin"));
  const ancestors = isForm ? "*" : (host ?? "'none'");
  const policy = contentSecurityPolicy(btoa(crypto.randomUUID()), ancestors, checkoutPath.test(pathname));
  const theme = isForm || host !== null ? searchParams.get("theme") : null;
  const headers = new Headers(request.headers);
  const told = {
    // Next reads the nonce from the request and puts it on every script that it writes.
    "content-security-policy": policy,
    "x-till-theme": theme === "light" || theme === "dark" ? theme : null,
    "x-till-embed-origin": host,
    "x-till-lang": buyerPath.test(pathname) ? localeOf(request) : null,
    "x-till-address": buyerPath.test(pathname) ? addressOf(request) : null,
    // Where somebody wanted to go who has to sign in first.
    "x-till-wanted": partnerPath.test(pathname) ? `${pathname}${request.nextUrl.search}` : null,
  };
  for (const [name, value] of Object.entries(told)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  remember(request, response);
  return response;
}

/** The origin that may show this checkout, when it is asked for by that origin; null for nobody. */
async function embeddingHost(pathname: string, origin: string | null): Promise<string | null> {
  const paymentId = embedPath.exec(pathname)?.[1];
  return paymentId !== undefined && origin !== null && (await mayEmbed(paymentId, origin)) ? origin : null;
}

function localeOf({ nextUrl, cookies, headers }: NextRequest): string {
  return chooseLocale({
    asked: nextUrl.searchParams.get("lang"),
    remembered: cookies.get(languageCookie)?.value ?? null,
    accepted: headers.get("accept-language"),
  });
}

/** Where a link to the same page in another language leads, but for the language: without what a wallet told of its user. */
function addressOf({ nextUrl }: NextRequest): string {
  const kept = ["accounts", "origin", "theme"].flatMap((name) => {
    const value = nextUrl.searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  return `${nextUrl.pathname}${kept.length === 0 ? "" : `?${new URLSearchParams(kept)}`}`;
}

/** Keeps a language that was asked for. In other sites' frames browsers drop it, where the address keeps it instead. */
function remember({ nextUrl }: NextRequest, response: NextResponse): void {
  const [locale] = buyerPath.test(nextUrl.pathname) ? toLocales(nextUrl.searchParams.get("lang")) : [];
  if (locale === undefined) return;
  response.cookies.set(languageCookie, locale, {
    ...{ maxAge: aYearSeconds, path: "/", sameSite: "lax", httpOnly: true },
    secure: env().PUBLIC_URL.startsWith("https:"),
  });
}

function contentSecurityPolicy(nonce: string, ancestors: string, isCheckout: boolean): string {
  return [
    "default-src 'none'",
    // Development only: Turbopack evaluates modules, and its overlay brings styles of its own.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ""}`,
    // RainbowKit's list of wallets adds a style that keeps the page behind it from scrolling.
    `style-src 'self'${inlineStyles(nonce, isCheckout)}`,
    `connect-src 'self'${isCheckout ? walletHosts() : ""}`,
    "font-src 'self'",
    // Wallets in the browser bring their pictures along (EIP-6963), as data: no host is asked for them.
    `img-src 'self'${isCheckout ? " data:" : ""}`,
    ...(isCheckout ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}

function inlineStyles(nonce: string, isCheckout: boolean): string {
  if (isDev) return " 'unsafe-inline'";
  return `${inlinedStyles()}${isCheckout ? ` 'nonce-${nonce}'` : ""}`;
}

/** What wallets over the internet need, where the operator has set them up; and the Demo wallet's nodes. */
function walletHosts(): string {
  const { WALLETCONNECT_PROJECT_ID, DEMO_WALLET_RPC_URLS } = env();
  const relays = WALLETCONNECT_PROJECT_ID === undefined ? [] : internetWalletHosts;
  return [...relays, ...Object.values(DEMO_WALLET_RPC_URLS).map((url) => new URL(url).origin)]
    .map((host) => ` ${host}`)
    .join("");
}

const internetWalletHosts = [
  "wss://relay.walletconnect.com",
  "wss://relay.walletconnect.org",
  "https://*.walletconnect.com",
  "https://*.walletconnect.org",
  "wss://www.walletlink.org",
  "https://chain-proxy.wallet.coinbase.com",
];
