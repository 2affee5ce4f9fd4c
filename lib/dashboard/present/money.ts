import { getChain } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import type { AtomicAmount, Money } from "#lib/core/money.ts";

/** An amount for a page: a whole number of the smallest unit as text, and what is needed to write it out exactly. */
export type ShownMoney = {
  value: string;
  decimals: number;
  /** ISO 4217 code or the token's symbol. */
  symbol: string;
  /** The name of a token's network; fiat has none. */
  network?: string;
};

/** @throws Error for a unit that is neither a currency nor a supported token. */
export function presentMoney({ unit, value }: Money): ShownMoney {
  return unit.kind === "fiat" ? presentFiat(unit.currency, value) : presentToken(unit.asset, value);
}

/** An amount in smallest units of a currency. */
export function presentFiat(code: string, value: AtomicAmount): ShownMoney {
  const currency = findCurrency(code);
  if (currency === null) throw new Error(`unknown currency ${code}`);
  return { value: value.toString(), decimals: currency.decimals, symbol: currency.code };
}

/** An amount in smallest units of a token. */
export function presentToken(asset: Caip19, value: AtomicAmount): ShownMoney {
  const token = findToken(asset);
  if (token === null) throw new Error(`unknown token ${asset}`);
  const { decimals, symbol, chainId } = token;
  return { value: value.toString(), decimals, symbol, network: getChain(chainId).name };
}
