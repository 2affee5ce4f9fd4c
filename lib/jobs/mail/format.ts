import { findChain, getChain } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { parseCaip10 } from "#lib/core/caip.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { formatAtomic, type Money } from "#lib/core/money.ts";
import type { Row } from "#lib/jobs/mail/message.ts";
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

/** An account's address, shortened: `0x7099…79C8`. Text that is no CAIP-10 account stays as it is. */
export function shortAccount(account: string): Prose {
  const address = parseCaip10(account)?.address;
  return own(address === undefined ? account : `${address.slice(0, 6)}…${address.slice(-4)}`);
}

/** Accounts in full, to copy, each under its short form and its network: `0x7099…79C8 on Base`. */
export function listAccounts(accounts: readonly string[], t: Translate): Row[] {
  return [...new Set(accounts)].flatMap((account) => {
    const parsed = parseCaip10(account);
    const chain = parsed && findChain(parsed.chainId);
    if (!parsed || !chain) return [];
    const label = t("token.onNetwork", { token: shortAccount(account), network: own(chain.name) });
    return [{ label, value: own(parsed.address) }];
  });
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
