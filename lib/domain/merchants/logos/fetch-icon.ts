import type { PartnerId } from "#lib/core/ids.ts";
import { fetchLogo } from "#lib/domain/merchants/logos/fetch-logo.ts";
import { logoQueue } from "#lib/domain/merchants/logos/logo-queue.ts";
import type { MerchantIcon } from "#lib/domain/merchants/merchant.ts";

/**
 * Fetches a logo for a partner's merchant or app when its turn comes; null for none.
 * @throws TillError as fetchLogo and the queue do.
 */
export async function fetchIcon(partnerId: PartnerId, url: string | null): Promise<MerchantIcon | null> {
  return url === null ? null : { url, logo: await logoQueue()(partnerId, () => fetchLogo(url)) };
}
