import { getChain, isSimulated, offeredChainIds } from "#lib/chain/chains.ts";
import { findFirstWallet } from "#lib/chain/relay/wallets/wallets.ts";
import { simulatedChain } from "#lib/chain/simulated-chain.ts";
import type { Address } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { env } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/** The recipients of one chain: of money for merchants without a destination, and of fees. */
export type Custody = { treasury: Address; feeRecipient: Address };

/**
 * Returns the treasury and the fee recipient of a chain: `TREASURY_ADDRESS_<chain id>` and `FEE_RECIPIENT_<chain id>`, or the
 * relayer wallet that was registered first. Null where neither is configured nor a wallet registered.
 */
export async function findCustody(on: Queryable, chainId: number): Promise<Custody | null> {
  if (isSimulated(chainId)) return simulatedChain.custody;
  const treasury = env().treasuries.get(chainId);
  const feeRecipient = env().feeRecipients.get(chainId);
  if (treasury !== undefined && feeRecipient !== undefined) return { treasury, feeRecipient };
  const first = await findFirstWallet(on, chainId);
  if (first === null) return null;
  return { treasury: treasury ?? first, feeRecipient: feeRecipient ?? first };
}

/**
 * Warns about each enabled live chain whose treasury or fee recipient isn't configured, because then a relayer wallet, whose key every
 * worker has, holds that money.
 */
export function warnOfHotCustody(): void {
  const { treasuries, feeRecipients } = env();
  for (const chainId of offeredChainIds("live")) {
    const unset = [
      ...(treasuries.has(chainId) ? [] : [`TREASURY_ADDRESS_${chainId}`]),
      ...(feeRecipients.has(chainId) ? [] : [`FEE_RECIPIENT_${chainId}`]),
    ];
    if (unset.length === 0) continue;
    const names = unset.join(" and ");
    log().warn(
      { chainId },
      `${names} not set: on ${getChain(chainId).name} a relayer wallet, which is a hot wallet, holds that money; see docs/operations.md`,
    );
  }
}
