import { findChain, getChain, isSimulated, offeredChainIds, registry, testRegistry } from "#lib/chain/chains.ts";
import { outflowLimits } from "#lib/chain/relay/limits/limits.ts";
import { defaultRouter, knownRouters } from "#lib/chain/router/routers.ts";
import { tokensOfChain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import { destinationRules, reasonAgainst } from "#lib/core/destination.ts";
import { EnvError, env, listMisnamed } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

/**
 * Compares the variables of chains with what Till knows about chains and tokens. {@link env} knows their form only.
 * @throws EnvError with one line per variable.
 */
export function checkChainSettings(): void {
  const { treasuries, feeRecipients, finalityTags } = env();
  const recipients = [
    ...[...treasuries].map(([chainId, address]) => ["TREASURY_ADDRESS", chainId, address] as const),
    ...[...feeRecipients].map(([chainId, address]) => ["FEE_RECIPIENT", chainId, address] as const),
  ];
  const problems = [
    ...perChain().flatMap(([name, chainId]) =>
      findChain(chainId) === null || isSimulated(chainId) ? [unknownChain(name, chainId)] : [],
    ),
    ...[...finalityTags.keys()].filter(findChain).flatMap((chainId) => messageOf(() => getChain(chainId))),
    ...recipients.flatMap(([name, chainId, address]) => {
      const rule = ruleAgainst(chainId, address);
      return rule === null ? [] : [`${name}_${chainId}: ${rule}`];
    }),
    ...messageOf(outflowLimits),
  ];
  if (problems.length > 0) throw new EnvError(problems.join("\n"));
}

/** Warns about names that look like variables of chains and aren't, and about an installation without a chain. */
export function warnOfChainSettings(): void {
  for (const name of listMisnamed()) log().warn({ name }, misnamed(name));
  if (offeredChainIds("live").length === 0) {
    log().warn("no live chain is enabled, so nothing can be paid: set RPC_URLS_<chain id>; see docs/operations.md");
  }
}

/** Says that a variable's name is none that Till reads. */
export function misnamed(name: string): string {
  return `${name} isn't read: the name ends with _ and the id of a chain, such as RPC_URLS_8453`;
}

/** The variables that are set per chain; the first name, where there are two for one setting. */
function perChain(): [string, number][] {
  const { rpcUrls, treasuries, feeRecipients, paymentRouters, ...others } = env();
  const { confirmations, finalityTags, maxGasPricesGwei, nativePricesUsd, gasReserves } = others;
  const maps: [string, ReadonlyMap<number, unknown>][] = [
    ["RPC_URLS", rpcUrls],
    ["TREASURY_ADDRESS", treasuries],
    ["FEE_RECIPIENT", feeRecipients],
    ["PAYMENT_ROUTER", paymentRouters],
    ["FINALITY", confirmations],
    ["FINALITY", finalityTags],
    ["MAX_GAS_PRICE_GWEI", maxGasPricesGwei],
    ["NATIVE_PRICE_USD", nativePricesUsd],
    ["GAS_RESERVE", gasReserves],
  ];
  return maps.flatMap(([name, map]) => [...map.keys()].map((chainId): [string, number] => [name, chainId]));
}

function unknownChain(name: string, chainId: number): string {
  if (isSimulated(chainId))
    return `${name}_${chainId}: chain ${chainId} is simulated for test mode, and has no settings.`;
  const list = (chains: typeof registry) => chains.map((chain) => `${chain.id} (${chain.name})`).join(", ");
  const testnets = list(testRegistry.filter(({ id }) => !isSimulated(id)));
  return `${name}_${chainId}: Till doesn't know chain ${chainId}. It knows ${list(registry)}; for test mode ${testnets}.`;
}

/** The rule that a recipient of money breaks; null when it may be one. */
function ruleAgainst(chainId: number, address: Address): string | null {
  if ([defaultRouter, ...knownRouters(chainId)].includes(address)) {
    return "must not be a payment router: tokens sent to it are lost";
  }
  const contracts = tokensOfChain(chainId).map((token) => token.address);
  const reason = reasonAgainst(address, contracts);
  return reason === null ? null : destinationRules[reason];
}

function messageOf(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
