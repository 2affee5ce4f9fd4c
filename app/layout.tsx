import "./globals.css";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { visitorLocale } from "#app/visitor-locale.ts";
import { directionOf, htmlLang } from "#components/language/locales.ts";
import { pageHeaders } from "#lib/core/page-headers.ts";

export const metadata: Metadata = { title: { default: "Till", template: "%s · Till" } };

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f3f2ed" },
    { media: "(prefers-color-scheme: dark)", color: "#0e1110" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Render every page per request: a page built ahead of time couldn't carry the nonce that its scripts need.
  await connection();
  // A framing page may ask for a theme. proxy.ts allows only `light` and `dark`.
  const theme = (await headers()).get(pageHeaders.theme) ?? undefined;
  const locale = await visitorLocale();
  return (
    <html lang={htmlLang(locale)} dir={directionOf(locale)} className={GeistSans.variable} data-theme={theme}>
      <body className="flex min-h-dvh flex-col font-sans antialiased">{children}</body>
    </html>
  );
}
