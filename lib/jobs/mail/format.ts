import { getChain } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { formatAtomic, type Money } from "#lib/core/money.ts";
import { own, type Prose } from "#lib/jobs/mail/prose.ts";
import type { Translate } from "#lib/jobs/mail/translate.ts";

/** An amount with at least two decimals: `12.50 USDC`. @param intl the locale of its digits and separators. */
export function formatMoney({ unit, value }: Money, intl: string): Prose {
  const token = unit.kind === "token" ? findToken(unit.asset) : null;
  const currency = unit.kind === "fiat" ? findCurrency(unit.currency) : null;
  if (unit.kind === "token" && token === null) return own(`${value} × ${unit.asset}`);
  const decimals = token?.decimals ?? currency?.decimals ?? 2;
  const symbol = token?.symbol ?? currency?.code ?? "";
  const decimal = formatAtomic(value, decimals) as Intl.StringNumericLiteral;
  const least = Math.min(2, decimals);
  const format = new Intl.NumberFormat(intl, { minimumFractionDigits: least, maximumFractionDigits: decimals });
  return own(`${format.format(decimal)}\u00a0${symbol}`);
}

/** A token and its network, `USDC on Base`, or the asset itself when the token is no longer known. */
export function nameToken(asset: string, t: Translate): Prose {
  const token = findToken(asset);
  if (token === null) return own(asset);
  return t("token.onNetwork", { token: own(token.symbol), network: own(getChain(token.chainId).name) });
}

/** An amount, of a token with its network: `12.50 USDC on Base`. */
export function formatWithNetwork(money: Money, intl: string, t: Translate): Prose {
  const amount = formatMoney(money, intl);
  const token = money.unit.kind === "token" ? findToken(money.unit.asset) : null;
  if (token === null) return amount;
  return t("token.onNetwork", { token: amount, network: own(getChain(token.chainId).name) });
}

/** A time that reads the same in every language: `2026-11-23 08:00 UTC`. */
export function utc(iso: string): Prose {
  return own(`${iso.slice(0, 16).replace("T", " ")} UTC`);
}
