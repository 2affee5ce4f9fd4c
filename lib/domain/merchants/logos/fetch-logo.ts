import { checkLogo } from "#lib/domain/merchants/logos/check-logo.ts";
import { downloadLogo } from "#lib/domain/merchants/logos/download-logo.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";
import type { LogoNetwork } from "#lib/domain/merchants/logos/open-url.ts";
import { isPublicAddress } from "#lib/domain/platform/outbound/public-address.ts";
import { resolveHost } from "#lib/domain/platform/outbound/resolve-host.ts";

export type FetchLogo = (url: string) => Promise<FetchedLogo>;

/** Creates a fetcher for a network other than the internet. For tests. */
export function createLogoFetcher(network: LogoNetwork): FetchLogo {
  return async (url) => checkLogo(await downloadLogo(url, network));
}

/**
 * Fetches a logo over HTTPS and checks it against the rules for logos. Connects to public addresses on port 443
 * only, redirects included. Queries DNS and other hosts and takes up to 5 s plus decoding: never call it inside a
 * transaction.
 * @throws TillError `params_validation` on `iconUrl` with the rule and the actual value.
 */
export const fetchLogo: FetchLogo = createLogoFetcher({
  isAllowedAddress: isPublicAddress,
  resolve: resolveHost,
  port: 443,
  timeoutMs: 5_000,
});
