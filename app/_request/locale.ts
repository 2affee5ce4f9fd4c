import type { NextRequest, NextResponse } from "next/server";
import { isBuyerPage } from "#app/_request/page-paths.ts";
import { chooseLocale, parseLocale } from "#lib/core/choose-locale.ts";
import type { Locale } from "#lib/core/locales.ts";
import { env } from "#lib/env/env.ts";

const cookieName = "till-lang";
const cookieMaxAgeSeconds = 365 * 24 * 3_600;

/** Negotiates a buyer page's language from the query, the cookie and Accept-Language. Null for every other page. */
export function localeOf({ nextUrl, cookies, headers }: NextRequest): Locale | null {
  if (!isBuyerPage(nextUrl.pathname)) return null;
  return chooseLocale({
    requested: nextUrl.searchParams.get("lang"),
    remembered: cookies.get(cookieName)?.value ?? null,
    accepted: headers.get("accept-language"),
  });
}

/**
 * Remembers the language that a buyer page was requested in. Browsers drop this cookie in cross-site frames; there, the
 * language stays in the query.
 */
export function rememberLocale({ nextUrl }: NextRequest, response: NextResponse): void {
  const locale = isBuyerPage(nextUrl.pathname) ? parseLocale(nextUrl.searchParams.get("lang")) : null;
  if (locale === null) return;
  response.cookies.set(cookieName, locale, {
    maxAge: cookieMaxAgeSeconds,
    path: "/",
    sameSite: "lax",
    httpOnly: true,
    secure: env().PUBLIC_URL.startsWith("https:"),
  });
}
