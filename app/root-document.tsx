import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { readNonce } from "#app/_request/read-nonce.ts";
import { textFont } from "#app/_request/text-font.ts";
import { visitorLocale } from "#app/visitor-locale.ts";
import { holdPress, readyEvent } from "#components/early-press/hold-press.ts";
import { RepeatPress } from "#components/early-press/repeat-press.tsx";
import { directionOf, htmlLang } from "#lib/core/locales.ts";
import { pageHeaders } from "#lib/core/page-headers.ts";

export const rootMetadata: Metadata = { title: { default: "Till", template: "%s · Till" } };

export const rootViewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f3f2ed" },
    { media: "(prefers-color-scheme: dark)", color: "#0e1110" },
  ],
};

/**
 * The document of every page. Each section (`(buyer)`, `(auth)`, `(partner)`) has a root layout of its own
 * with its own style sheet, so going from one section to another loads the page anew.
 */
export async function RootDocument({ children }: { children: ReactNode }) {
  // Render every page per request: a page built ahead of time couldn't carry the nonce that its scripts need.
  await connection();
  // A framing page may ask for a theme. proxy.ts allows only `light` and `dark`.
  const theme = (await headers()).get(pageHeaders.theme) ?? undefined;
  const locale = await visitorLocale();
  if (process.env.NODE_ENV !== "development")
    preload(textFont(), { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <html lang={htmlLang(locale)} dir={directionOf(locale)} data-theme={theme}>
      <body className="flex min-h-dvh flex-col font-sans antialiased">
        <script nonce={await readNonce()}>{`(${holdPress})(${JSON.stringify(readyEvent)})`}</script>
        {children}
        <RepeatPress />
      </body>
    </html>
  );
}
