import { parseUnits } from "viem";
import { findChain } from "#lib/chain/chains.ts";
import { assetOf, nativeAsset, tokensOfChain } from "#lib/chain/tokens.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { env } from "#lib/env/env.ts";

let limits: ReadonlyMap<Caip19, bigint> | undefined;

/**
 * Returns what may leave each relayer wallet in a UTC day, by asset and in its smallest unit, from
 * `OUTFLOW_LIMITS`. An asset that isn't listed has no limit.
 * @throws Error for a chain or a token that doesn't exist: a misspelled limit must not be none.
 */
export function outflowLimits(): ReadonlyMap<Caip19, bigint> {
  limits ??= new Map(env().OUTFLOW_LIMITS.map(toLimit));
  return limits;
}

function toLimit({ chainId, symbol, perDay }: { chainId: number; symbol: string; perDay: string }): [Caip19, bigint] {
  if (findChain(chainId) === null) throw new Error(`OUTFLOW_LIMITS: there is no chain ${chainId}`);
  if (symbol.toLowerCase() === "native") return [nativeAsset(chainId), parseUnits(perDay, 18)];
  const known = tokensOfChain(chainId);
  const token = known.find((each) => each.symbol.toLowerCase() === symbol.toLowerCase());
  if (token !== undefined) return [assetOf(token), parseUnits(perDay, token.decimals)];
  const names = known.map((each) => each.symbol).join(", ");
  throw new Error(`OUTFLOW_LIMITS: ${symbol} isn't a token of chain ${chainId}; it has ${names} and native`);
}
