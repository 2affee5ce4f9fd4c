import { canReceive } from "#lib/chain/can-receive.ts";
import { type UsableToken, usableTokens } from "#lib/chain/capabilities.ts";
import { expectedSeconds, getChain, isSimulated, offeredChainIds } from "#lib/chain/chains.ts";
import { type Custody, findCustody } from "#lib/chain/custody.ts";
import { type AccountHoldings, readHoldings } from "#lib/chain/holdings.ts";
import { askChain, ChainResting } from "#lib/chain/nodes/ask-chain.ts";
import { networkUnavailable } from "#lib/chain/nodes/node-error.ts";
import { neededApprovals } from "#lib/chain/permits/permit2.ts";
import { chooseWallet, listWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { assetOf, tokensOfChain } from "#lib/chain/tokens.ts";
import { isTestAccount, modeOf } from "#lib/core/account-mode.ts";
import { type Address, type ChainAccount, parseCaip10 } from "#lib/core/caip.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import { readSettlementTerms, type SettlementTerms } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { chooseRecipients, type Recipients } from "#lib/domain/payments/collection/recipients.ts";
import { takesContractSignatures } from "#lib/domain/payments/collection/verify-signature.ts";
import { allowedTokens } from "#lib/domain/payments/gateway/accepted-tokens.ts";
import { type ExchangeRate, type Quote, quoteInEach } from "#lib/domain/payments/gateway/quote.ts";
import { coversGas } from "#lib/domain/payments/minimum/minimum-payments.ts";
import { optionNonce, type PaymentOption } from "#lib/domain/payments/options/option.ts";
import { insertOptions } from "#lib/domain/payments/options/option-repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { log } from "#lib/log/log.ts";

const notSettleable =
  "The merchant can't be paid yet: it has no settlement destination for a token that this payment can be made with. Ask the merchant to add one, then request the options again.";
const quoteValidMs = 5 * 60_000;
/** A signature stays valid on chain for this long after the quote's expiry, to collect a confirm of its last second. */
const graceSeconds = 300n;

/** An option with facts that are shown but not stored: the expected duration, the account's balance, and the rate. */
export type OfferedOption = {
  option: PaymentOption;
  etaSeconds: number;
  balance: AtomicAmount;
  exchangeRate: ExchangeRate | null;
};

/** A token that an account could pay with if it held more of it; amounts in the token's smallest unit. */
type Shortfall = {
  account: string;
  chainId: number;
  token: Address;
  amount: AtomicAmount;
  missing: AtomicAmount;
};

/**
 * The options, and the chains of the buyer's accounts that did not answer in time. `shortfalls` is empty when there is an option
 * or a chain did not answer.
 */
export type OptionsFound = {
  options: OfferedOption[];
  unavailable: readonly number[];
  shortfalls: readonly Shortfall[];
};

type SpelledAccount = ChainAccount & { spelling: string };
/** The accounts and priced tokens to look up on one chain. */
type ChainLookup = {
  payment: Payment;
  chainId: number;
  accounts: readonly SpelledAccount[];
  quotes: readonly Quote[];
  destinations: SettlementTerms["destinations"];
  rates: RateSource;
};
/** The result: the relayer wallet that would submit, the tokens that can be paid, and the accounts' holdings. */
type ChainHoldings = { submitter: Address; payable: readonly PayableToken[]; holders: readonly AccountHoldings[] };
type PayableToken = UsableToken & { recipients: Recipients };

/**
 * Quotes a payment to a buyer's accounts: one option for each account and token whose balance is sufficient and which the
 * account can sign for; only tokens with a settlement destination if the merchant chose that. Best first: fewer transactions
 * for the buyer, then a token of the price's own currency, then the cheaper chain, then the order of
 * `lib/chain/tokens.ts`. Inserts the options in one statement; they don't
 * change until they expire. Queries all chains in parallel, each in one batch. Leaves out chains whose gas the payment wouldn't
 * cover, and reports a chain that does not answer within 4 s as unavailable.
 * @param accounts well-formed CAIP-10 in the client's spelling; those on chains that are not enabled are ignored.
 * @throws TillError `invalid_state` when no account could pay, because only tokens with a settlement destination are offered, by the
 * merchant's choice or on testnets, and it has none for this payment; `bad_gateway` when the rate source fails; with a time to retry when there is no option and a chain did not
 * answer, because an empty list means that the accounts' balances are too small.
 */
export async function listOptions(
  payment: Payment,
  accounts: readonly string[],
  rates: RateSource,
): Promise<OptionsFound> {
  const chains = offeredChainIds(modeOf(payment.partnerId))
    .map((chainId) => ({ payment, chainId, accounts: accountsOn(chainId, accounts) }))
    .filter((chain) => chain.accounts.length > 0);
  const tokens = chains.flatMap(({ chainId }) => tokensOfChain(chainId));
  const [quotes, settlement] = await Promise.all([
    quoteInEach(rates, payment, tokens),
    readSettlementTerms(database, payment.merchantId),
  ]);
  const allowed = allowedTokens(payment, settlement);
  if (allowed.length === 0 && (settlement.onlySettleable || isTestAccount(payment.partnerId)))
    throw new TillError("invalid_state", { message: notSettleable });
  const lookups = chains.map(
    (chain): ChainLookup => ({
      ...chain,
      quotes: quotes.filter(({ token }) => token.chainId === chain.chainId && allowed.includes(token)),
      destinations: settlement.destinations,
      rates,
    }),
  );
  const priced = lookups.filter(({ quotes }) => quotes.length > 0);
  const found = await Promise.all(priced.map(async (lookup) => ({ lookup, holdings: await readChain(lookup) })));
  const unavailable = found.flatMap(({ lookup, holdings }) => (holdings === "unavailable" ? [lookup.chainId] : []));
  const possible = found
    .flatMap(({ lookup, holdings }) => (holdings === "unavailable" ? [] : offersOf(lookup, holdings, payment)))
    .sort((a, b) => rankOf(a) - rankOf(b));
  const offered = await withoutVainApprovals(possible);
  if (offered.length === 0 && unavailable.length > 0) throw networkUnavailable(unavailable);
  await insertOptions(
    database,
    offered.map(({ option }) => option),
  );
  const shortfalls =
    offered.length > 0
      ? []
      : found.flatMap(({ lookup, holdings }) => (holdings === "unavailable" ? [] : shortfallsOf(lookup, holdings)));
  return { options: offered, unavailable, shortfalls };
}

/** Leaves out options for whose approval the buyer would pay in vain, because the token blocks the buyer's account. */
async function withoutVainApprovals(offers: readonly OfferedOption[]): Promise<OfferedOption[]> {
  const mayPay = offers.map(async ({ option: { approvals, chainId, token, buyer, router } }) => {
    return approvals.length === 0 || canReceive(chainId, token, buyer, router);
  });
  const isKept = await Promise.all(mayPay);
  return offers.filter((_, index) => isKept[index]);
}

function rankOf({ option: { approvals, chainId }, exchangeRate }: OfferedOption): number {
  return approvals.length * 1_000 + (exchangeRate === null ? 0 : 100) + getChain(chainId).costRank;
}

/** Each approval has to be mined in an earlier block than the collection. */
function etaOf({ approvals, chainId }: PaymentOption): number {
  return expectedSeconds(getChain(chainId), approvals.length);
}

function accountsOn(chainId: number, accounts: readonly string[]): SpelledAccount[] {
  const byAddress = new Map<string, SpelledAccount>();
  for (const spelling of accounts) {
    const account = parseCaip10(spelling);
    if (account === null) continue;
    // No wallet names the simulated chain by itself, so an address of any other chain stands for its own there.
    const isOnChain = account.chainId === chainId;
    if (isOnChain || (isSimulated(chainId) && !byAddress.has(account.address)))
      byAddress.set(account.address, { chainId, address: account.address, spelling });
  }
  return [...byAddress.values()];
}

/** @returns null when the chain has no relayer wallet yet. */
async function readChain(lookup: ChainLookup): Promise<ChainHoldings | "unavailable" | null> {
  const { payment, chainId, accounts, quotes } = lookup;
  const addresses = accounts.map(({ address }) => address);
  const tokens = quotes.map(({ token }) => token.address);
  try {
    const [wallets, custody] = await Promise.all([listWallets(database, chainId), findCustody(database, chainId)]);
    const submitter = chooseWallet(wallets, payment.id);
    if (submitter === null || custody === null) return null;
    const read = () => Promise.all([payableTokens(lookup, custody), readHoldings(chainId, addresses, tokens)]);
    const [payable, holders] = await askChain(chainId, read);
    return { submitter, payable, holders };
  } catch (error) {
    if (!(error instanceof ChainResting))
      log().warn({ err: error, chainId }, "options leave out a chain whose node failed");
    return "unavailable";
  }
}

/**
 * The priced tokens that the chain's check found usable, whose recipients the token doesn't block, and whose
 * price covers the gas.
 */
async function payableTokens(
  { payment, chainId, quotes, destinations, rates }: ChainLookup,
  custody: Custody,
): Promise<PayableToken[]> {
  const usable = await usableTokens(chainId);
  const payable = await Promise.all(
    usable.map(async (each): Promise<PayableToken[]> => {
      const quote = quotes.find(({ token }) => token.address === each.token.address);
      if (quote === undefined) return [];
      const where = { chainId, token: each.token.address };
      const destination = destinations.get(assetOf(each.token)) ?? null;
      const [recipients, isCovered] = await Promise.all([
        chooseRecipients(where, destination, custody),
        coversGas(payment, quote, rates),
      ]);
      return recipients === null || !isCovered ? [] : [{ ...each, recipients }];
    }),
  );
  return payable.flat();
}

function offersOf({ accounts, quotes }: ChainLookup, found: ChainHoldings | null, payment: Payment): OfferedOption[] {
  if (found === null) return [];
  const { submitter, payable, holders } = found;
  const now = clock.now();
  return quotes.flatMap((quote, tokenIndex) => {
    const fit = payable.find(({ token }) => token === quote.token);
    if (fit === undefined) return [];
    return accounts.flatMap((account, index) => {
      const { isContract = false, holdings = [] } = holders[index] ?? {};
      const { balance = 0n, allowance = 0n } = holdings[tokenIndex] ?? {};
      if (balance < quote.amount) return [];
      const option = toOption(payment, quote, fit, { account, allowance, submitter, now });
      if (isContract && !takesContractSignatures(option)) return [];
      return [{ option, balance, etaSeconds: etaOf(option), exchangeRate: quote.exchangeRate }];
    });
  });
}

function shortfallsOf({ chainId, accounts, quotes }: ChainLookup, found: ChainHoldings | null): Shortfall[] {
  if (found === null) return [];
  return quotes.flatMap(({ token, amount }, tokenIndex) => {
    if (!found.payable.some((each) => each.token === token)) return [];
    return accounts.flatMap(({ spelling: account }, index) => {
      const { balance = 0n } = found.holders[index]?.holdings?.[tokenIndex] ?? {};
      return balance < amount ? [{ account, chainId, token: token.address, amount, missing: amount - balance }] : [];
    });
  });
}

function toOption(
  payment: Payment,
  { token, amount, fee, usableUntil }: Quote,
  { method, domain, recipients }: PayableToken,
  buyer: { account: SpelledAccount; allowance: bigint; submitter: Address; now: Date },
): PaymentOption {
  const { account, allowance, submitter, now } = buyer;
  const id = newId("opt", now);
  const ends = [payment.expiresAt.getTime(), now.getTime() + quoteValidMs, usableUntil?.getTime() ?? Infinity];
  const expiresAt = new Date(Math.min(...ends));
  const terms = {
    id,
    paymentId: payment.id,
    refundId: null,
    account: account.spelling,
    chainId: token.chainId,
    token: token.address,
    buyer: account.address,
    amount,
    fee,
    method,
    domain,
    submitter,
    ...recipients,
    approvals: method === "permit2" ? neededApprovals(token, allowance, amount) : [],
    validBefore: BigInt(toUnixSeconds(expiresAt)) + graceSeconds,
    expiresAt,
    createdAt: now,
  };
  return { ...terms, nonce: optionNonce(terms) };
}
