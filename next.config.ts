import type { NextConfig } from "next";

// Headers of every page and file. The script policy has a nonce and comes from proxy.ts; `/v1` sets its own headers.
const headers = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  // A payment link works like a secret, so other hosts must not receive it as a referrer.
  { key: "Referrer-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value: [
      ...["camera=()", "display-capture=()", "geolocation=()", "microphone=()", "payment=()"],
      // Passkeys: our own pages, and none that they frame.
      ...["publickey-credentials-create=(self)", "publickey-credentials-get=(self)"],
    ].join(", "),
  },
];

const config: NextConfig = {
  reactStrictMode: true,
  // `npm test` checks types with tsc; checking again here would only slow down the demo's first start.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // No image is resized: a small file can take gigabytes of memory when it is decoded.
  images: { unoptimized: true },
  // `/v1` has no redirects: a path with a trailing slash is unknown there.
  skipTrailingSlashRedirect: true,
  // Packages with native code, or that locate their own files at run time. Bundled, httpsnippet would log a warning of Node.
  serverExternalPackages: [
    "pg",
    "pino",
    "secp256k1",
    "graphile-worker",
    "@prisma/client",
    "@aws-sdk/client-kms",
    "google-auth-library",
    "@readme/httpsnippet",
    "mrml",
  ],
  // `route.dev.ts` exists in development only: a production build has no such route.
  pageExtensions: [...(process.env.NODE_ENV === "development" ? ["dev.ts"] : []), "tsx", "ts"],
  // WalletConnect's modal is never opened, because the wallet list shows the QR code; package.json replaces
  // it with an empty package.
  turbopack: { resolveAlias: { "@reown/appkit/core": "@reown/appkit" } },
  // Always render title and robots rule in the head, so that pages are complete before any script runs.
  htmlLimitedBots: /.*/,
  experimental: {
    // Inline styles render a page one round trip earlier than a stylesheet; proxy.ts allows them.
    inlineCss: true,
    // There are several root layouts, so the page for unknown paths is a document of its own.
    globalNotFound: true,
  },
  headers: async () => [
    { source: "/((?!v1(?:/|$)).*)", headers },
    // Shops load it as a module, or with `crossorigin` to see its errors.
    { source: "/embed.js", headers: [{ key: "Access-Control-Allow-Origin", value: "*" }] },
  ],
};

export default config;
