import "./globals.css";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { visitorLocale } from "#app/visitor-locale.ts";
import { directionOf, htmlLang } from "#components/language/locales.ts";

export const metadata: Metadata = { title: { default: "Till", template: "%s · Till" } };

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f3f2ed" },
    { media: "(prefers-color-scheme: dark)", color: "#0e1110" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Renders every page per request: a page from build time couldn't carry the nonce that its scripts need.
  await connection();
  // A wallet may request a theme; proxy.ts passes on `light` and `dark` only.
  const theme = (await headers()).get("x-till-theme") ?? undefined;
  const locale = await visitorLocale();
  return (
    <html lang={htmlLang(locale)} dir={directionOf(locale)} className={GeistSans.variable} data-theme={theme}>
      <body className="flex min-h-dvh flex-col font-sans antialiased">{children}</body>
    </html>
  );
}
