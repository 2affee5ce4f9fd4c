import { readBalances } from "#lib/chain/balances.ts";
import { usableTokens } from "#lib/chain/capabilities.ts";
import { type Chain, enabledChainIds, expectedSeconds, getChain } from "#lib/chain/chains.ts";
import { listWallets } from "#lib/chain/relay/wallets.ts";
import { type Account, parseCaip10 } from "#lib/core/caip.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { optionNonce, type PaymentOption } from "#lib/domain/collection/option.ts";
import { insertOption } from "#lib/domain/collection/repository.ts";
import { type Quote, quoteIn } from "#lib/domain/gateway/quote.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/rates/rate-source.ts";
import { log } from "#lib/log/log.ts";

const quoteGoodForMs = 5 * 60_000;
/** A signature stays good on chain this long after the payment's expiry, for a confirm in its last second. */
const graceSeconds = 300n;
/** A slow node removes its own options and delays the answer by no more than this. */
const chainTimeoutMs = 2_000;

export type OfferedOption = { option: PaymentOption; etaSeconds: number };
type SpelledAccount = Account & { spelling: string };

/**
 * Quotes a payment to a buyer's accounts: one option for each account and token whose balance is enough, best first
 * (cheaper chain, then faster, then the order of SPEC's token table). The options are written down and stay as
 * they are until they run out. Each chain is asked in one batch, all at once, for at most 2 s.
 * @param accounts well-formed CAIP-10 in the client's spelling; those on chains that are not enabled are ignored.
 */
export async function listOptions(
  payment: Payment,
  accounts: readonly string[],
  rates: RateSource,
): Promise<OfferedOption[]> {
  const offers = await Promise.all(
    enabledChainIds().map(async (chainId) => {
      const onChain = accountsOn(chainId, accounts);
      return onChain.length === 0 ? [] : offersOn(getChain(chainId), onChain, payment, rates);
    }),
  );
  const sorted = offers.flat().sort((a, b) => a.chain.costRank - b.chain.costRank);
  const options = sorted.map(({ chain, option }) => ({ option, etaSeconds: expectedSeconds(chain) }));
  await inTransaction(async (tx) => {
    for (const { option } of options) await insertOption(tx, option);
  });
  return options;
}

function accountsOn(chainId: number, accounts: readonly string[]): SpelledAccount[] {
  const byAddress = new Map<string, SpelledAccount>();
  for (const spelling of accounts) {
    const account = parseCaip10(spelling);
    if (account?.chainId === chainId) byAddress.set(account.address, { ...account, spelling });
  }
  return [...byAddress.values()];
}

async function offersOn(
  chain: Chain,
  accounts: readonly SpelledAccount[],
  payment: Payment,
  rates: RateSource,
): Promise<{ chain: Chain; option: PaymentOption }[]> {
  try {
    const options = await withinTime(quoteAccounts(chain, accounts, payment, rates));
    return options.map((option) => ({ chain, option }));
  } catch (error) {
    log().warn({ err: error, chainId: chain.id }, "a chain is left out of the options");
    return [];
  }
}

async function quoteAccounts(
  chain: Chain,
  accounts: readonly SpelledAccount[],
  payment: Payment,
  rates: RateSource,
): Promise<PaymentOption[]> {
  const [[treasury], usable] = await Promise.all([listWallets(database, chain.id), usableTokens(chain.id)]);
  if (treasury === undefined) return [];
  const gasless = usable.filter(({ method }) => method === "eip3009");
  const quotes = (await Promise.all(gasless.map((one) => quoteIn(rates, payment, one)))).filter((q) => q !== null);
  const pairs = quotes.flatMap((quote) => accounts.map((account) => ({ quote, account })));
  const balances = await readBalances(
    chain.id,
    pairs.map(({ quote, account }) => ({ token: quote.usable.token.address, account: account.address })),
  );
  const now = clock.now();
  return pairs
    .filter(({ quote }, index) => (balances[index] ?? 0n) >= quote.amount)
    .map(({ quote, account }) => toOption(payment, quote, account, treasury, now));
}

function toOption(
  payment: Payment,
  { usable, amount, fee }: Quote,
  account: SpelledAccount,
  treasury: PaymentOption["treasury"],
  now: Date,
): PaymentOption {
  const id = newId("opt", now);
  const { token, method, domain } = usable;
  const expiresAtMs = Math.min(payment.expiresAt.getTime(), now.getTime() + quoteGoodForMs);
  return {
    ...{ id, paymentId: payment.id, account: account.spelling, chainId: token.chainId, token: token.address },
    ...{ buyer: account.address, amount, fee, method, domain, treasury },
    nonce: optionNonce(payment.id, id),
    validBefore: BigInt(toUnixSeconds(payment.expiresAt)) + graceSeconds,
    expiresAt: new Date(expiresAtMs),
    createdAt: now,
  };
}

function withinTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${chainTimeoutMs} ms`)), chainTimeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
