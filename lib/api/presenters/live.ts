import { isTestAccount } from "#lib/core/account-mode.ts";
import type { PartnerId } from "#lib/core/ids.ts";

/** The mode of a resource, which is that of the account it belongs to. */
export function presentLive({ partnerId }: { partnerId: PartnerId }) {
  return { live: !isTestAccount(partnerId) };
}
