import { getChain, registry } from "#lib/chain/chains.ts";
import { findToken, nativeAsset } from "#lib/chain/tokens.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import type { AtomicAmount, Money } from "#lib/core/money.ts";

/** An amount for a page: an integer in the smallest unit as text, and its decimals. */
export type ShownMoney = {
  value: string;
  decimals: number;
  /** ISO 4217 code or the token's symbol. */
  symbol: string;
  /** The name of a token's network; absent for fiat. */
  network?: string;
};

/** Presents an amount of a currency or token. @throws Error for an unknown unit. */
export function presentMoney({ unit, value }: Money): ShownMoney {
  return unit.kind === "fiat" ? presentFiat(unit.currency, value) : presentToken(unit.asset, value);
}

/** Presents an amount in the smallest unit of a currency. */
export function presentFiat(code: string, value: AtomicAmount): ShownMoney {
  const currency = findCurrency(code);
  if (currency === null) throw new Error(`unknown currency ${code}`);
  return { value: value.toString(), decimals: currency.decimals, symbol: currency.code };
}

/** Presents an amount in the smallest unit of a token. */
export function presentToken(asset: Caip19, value: AtomicAmount): ShownMoney {
  const token = findToken(asset);
  if (token === null) throw new Error(`unknown token ${asset}`);
  const { decimals, symbol, chainId } = token;
  return { value: value.toString(), decimals, symbol, network: getChain(chainId).name };
}

/** Presents an amount of a token, or of a chain's native coin, which may be at a deposit address too. @throws Error for an unknown asset. */
export function presentAsset(asset: Caip19, value: AtomicAmount): ShownMoney {
  const chain = registry.find(({ id }) => nativeAsset(id) === asset);
  if (chain === undefined) return presentToken(asset, value);
  return { value: value.toString(), decimals: 18, symbol: chain.nativeSymbol, network: chain.name };
}
