import type { NextConfig } from "next";

// What every page and file is sent with; the policy for scripts has a nonce and comes from proxy.ts. `/v1` sets its own.
const headers = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  // A payment link is all that a buyer needs to know, so other hosts are not told where somebody comes from.
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), display-capture=(), geolocation=(), microphone=(), payment=()" },
];

const config: NextConfig = {
  reactStrictMode: true,
  // `npm test` checks all types with tsc; a second time here would only make the demo's first start slower.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // `/v1` knows no redirects: a path with a slash at its end is an unknown path there.
  skipTrailingSlashRedirect: true,
  // Native code, or modules that find their own files at run time.
  serverExternalPackages: ["pg", "pino", "secp256k1", "graphile-worker", "@prisma/client"],
  // WalletConnect's own window, which is never opened: RainbowKit shows the code. package.json leaves an empty package of it.
  turbopack: { resolveAlias: { "@reown/appkit/core": "@reown/appkit" } },
  // Title and robots rule always in the head: a page must be complete before any script has run.
  htmlLimitedBots: /.*/,
  // A page is drawn one round trip earlier than with a sheet of its own; proxy.ts lets these styles through.
  experimental: { inlineCss: true },
  headers: async () => [{ source: "/((?!v1(?:/|$)).*)", headers }],
};

export default config;
