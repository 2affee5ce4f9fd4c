import { isSimulated, offeredChainIds } from "#lib/chain/chains.ts";
import { modeOf } from "#lib/core/account-mode.ts";
import type { PartnerId } from "#lib/core/ids.ts";

/** True for an account whose payments can be settled on a chain: not for a test account while no testnet is configured. */
export function hasSettlements(partnerId: PartnerId): boolean {
  return !offeredChainIds(modeOf(partnerId)).every(isSimulated);
}
