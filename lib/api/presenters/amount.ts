import { getChain } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { formatUnit, type Money, type Unit } from "#lib/core/money.ts";
import { env } from "#lib/env/env.ts";

/** An amount with its display data. */
export function presentAmount({ unit, value }: Money) {
  const text = formatUnit(unit);
  const display = displays.get(text) ?? displayOf(unit);
  displays.set(text, display);
  return { unit: text, value: value.toString(), display };
}

/** By unit; bounded by the number of currencies and supported tokens. */
const displays = new Map<string, ReturnType<typeof displayOf>>();

function displayOf(unit: Unit) {
  if (unit.kind === "fiat") {
    const currency = findCurrency(unit.currency);
    if (currency === null) throw new Error(`unknown currency ${unit.currency}`);
    return { assetSymbol: currency.code, assetName: currency.name, decimals: currency.decimals };
  }
  const token = findToken(unit.asset);
  if (token === null) throw new Error(`unknown token ${unit.asset}`);
  return {
    assetSymbol: token.symbol,
    assetName: token.name,
    decimals: token.decimals,
    networkName: getChain(token.chainId).name,
    iconUrl: `${env().PUBLIC_URL}/icons/tokens/${token.symbol.toLowerCase()}.svg`,
    networkIconUrl: `${env().PUBLIC_URL}/icons/networks/${token.chainId}.svg`,
  };
}
