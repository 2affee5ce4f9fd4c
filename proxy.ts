import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "#app/_request/content-security-policy.ts";
import { findEmbedOrigin } from "#app/_request/embed-origin.ts";
import { localeOf, rememberLocale } from "#app/_request/locale.ts";
import { connectsWallets, isBuyerPage, isDashboardPage, isDetailsPage } from "#app/_request/page-paths.ts";
import { pageHeaders } from "#lib/core/page-headers.ts";
import { modeHeader, pathIn } from "#lib/core/test-pages.ts";

// Every page. The API sets its own headers, and static files need none.
export const config = {
  matcher: "/((?!v1(?:/|$)|_next/static/|icons/|logos/[^/]+$|embed\\.js$|healthz$|readyz$|version$).*)",
};

/** Sets each page's content security policy, including who may frame it, and the headers that pages read. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  // Emails have inline styles. Production has no such page.
  if (process.env.NODE_ENV === "development" && pathname.startsWith("/emails")) return NextResponse.next();
  const isTest = request.headers.get(modeHeader) === "test";
  const embedOrigin = await findEmbedOrigin(request.nextUrl);
  // Any wallet may frame the form for the buyer's details: a click there can't give anything away.
  const frameAncestors = isDetailsPage(pathname) ? "*" : (embedOrigin ?? "'none'");
  const policy = contentSecurityPolicy({ frameAncestors, connectsWallets: connectsWallets(pathname) });
  const headers = replaceHeaders(request.headers, {
    // Next reads the nonce from the request's policy and adds it to every script.
    "content-security-policy": policy,
    [pageHeaders.theme]: frameAncestors === "'none'" ? null : requestedTheme(request),
    [pageHeaders.embedOrigin]: embedOrigin,
    [pageHeaders.locale]: localeOf(request),
    [pageHeaders.requestedPath]: isDashboardPage(pathname) ? pathIn(isTest, `${pathname}${search}`) : null,
  });
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  // Buyers' pages talk to the windows that open them and that wallets open.
  if (!isBuyerPage(pathname)) response.headers.set("cross-origin-opener-policy", "same-origin");
  rememberLocale(request, response);
  return response;
}

/** Returns the theme that a framing page asked for. */
function requestedTheme({ nextUrl }: NextRequest): string | null {
  const theme = nextUrl.searchParams.get("theme");
  return theme === "light" || theme === "dark" ? theme : null;
}

/** Copies the headers with these values. Null removes a header, so that no client can send one of its own. */
function replaceHeaders(original: Headers, values: Readonly<Record<string, string | null>>): Headers {
  const headers = new Headers(original);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return headers;
}
