import { askChain, ChainResting } from "#lib/chain/ask-chain.ts";
import { type UsableToken, usableTokens } from "#lib/chain/capabilities.ts";
import { enabledChainIds, expectedSeconds, getChain } from "#lib/chain/chains.ts";
import { type AccountHoldings, readHoldings } from "#lib/chain/holdings.ts";
import { neededApprovals } from "#lib/chain/permits/permit2.ts";
import { chooseWallet, listWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { tokensOfChain } from "#lib/chain/tokens.ts";
import { type Address, type ChainAccount, parseCaip10 } from "#lib/core/caip.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import { optionNonce, type PaymentOption } from "#lib/domain/payments/collection/option.ts";
import { insertOptions } from "#lib/domain/payments/collection/option-repository.ts";
import { takesContractSignatures } from "#lib/domain/payments/collection/verify-signature.ts";
import { type Quote, quoteInEach } from "#lib/domain/payments/gateway/quote.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { log } from "#lib/log/log.ts";

const quoteGoodForMs = 5 * 60_000;
/** A signature stays good on chain this long after the payment's expiry, for a confirm in its last second. */
const graceSeconds = 300n;

/** An option with what is told of it but not kept: how long it takes, and what the account has of its token. */
export type OfferedOption = { option: PaymentOption; etaSeconds: number; balance: AtomicAmount };

type SpelledAccount = ChainAccount & { spelling: string };
/** What a chain has to be asked of: the accounts on it, and the tokens that have a price. */
type Enquiry = { payment: Payment; chainId: number; accounts: readonly SpelledAccount[]; quotes: readonly Quote[] };
/** What it answered: the wallet of ours there, which tokens are as they should be, and who has what of them. */
type Finding = { treasury: Address; usable: readonly UsableToken[]; holders: readonly AccountHoldings[] };

/**
 * Quotes a payment to a buyer's accounts: one option for each account and token whose balance is enough and which the
 * account can sign for, best first: fewer transactions for the buyer, then the cheaper chain, then the order of SPEC's
 * token table. The options are written down, in one statement, and stay as they are until they run out. Each chain is
 * asked in one batch, all at once; one that does not answer within 2 s is left out.
 * @param accounts well-formed CAIP-10 in the client's spelling; those on chains that are not enabled are ignored.
 * @throws TillError `bad_gateway` when the rate source fails.
 */
export async function listOptions(
  payment: Payment,
  accounts: readonly string[],
  rates: RateSource,
): Promise<OfferedOption[]> {
  const chains = enabledChainIds()
    .map((chainId) => ({ payment, chainId, accounts: accountsOn(chainId, accounts) }))
    .filter((chain) => chain.accounts.length > 0);
  const tokens = chains.flatMap(({ chainId }) => tokensOfChain(chainId));
  const quotes = await quoteInEach(rates, payment, tokens);
  const enquiries = chains.map(
    (chain): Enquiry => ({ ...chain, quotes: quotes.filter(({ token }) => token.chainId === chain.chainId) }),
  );
  const asked = enquiries.filter(({ quotes }) => quotes.length > 0);
  const found = await Promise.all(asked.map(async (enquiry) => offersOf(enquiry, await enquire(enquiry), payment)));
  const offered = found.flat().sort((a, b) => rankOf(a.option) - rankOf(b.option));
  await insertOptions(
    database,
    offered.map(({ option }) => option),
  );
  return offered;
}

function rankOf({ approvals, chainId }: PaymentOption): number {
  return approvals.length * 1_000 + getChain(chainId).costRank;
}

/** Each approve has to get into a block of its own before the collection can. */
function etaOf({ approvals, chainId }: PaymentOption): number {
  return expectedSeconds(getChain(chainId), approvals.length);
}

function accountsOn(chainId: number, accounts: readonly string[]): SpelledAccount[] {
  const byAddress = new Map<string, SpelledAccount>();
  for (const spelling of accounts) {
    const account = parseCaip10(spelling);
    if (account?.chainId === chainId) byAddress.set(account.address, { ...account, spelling });
  }
  return [...byAddress.values()];
}

/** @returns null when the chain does not answer in time, or no wallet of ours collects there yet. */
async function enquire({ payment, chainId, accounts, quotes }: Enquiry): Promise<Finding | null> {
  const addresses = accounts.map(({ address }) => address);
  const tokens = quotes.map(({ token }) => token.address);
  const ask = () => Promise.all([usableTokens(chainId), readHoldings(chainId, addresses, tokens)]);
  try {
    const [wallets, [usable, holders]] = await Promise.all([listWallets(database, chainId), askChain(chainId, ask)]);
    const treasury = chooseWallet(wallets, payment.id);
    return treasury === null ? null : { treasury, usable, holders };
  } catch (error) {
    if (!(error instanceof ChainResting)) log().warn({ err: error, chainId }, "a chain is left out of the options");
    return null;
  }
}

function offersOf({ accounts, quotes }: Enquiry, finding: Finding | null, payment: Payment): OfferedOption[] {
  if (finding === null) return [];
  const { treasury, usable, holders } = finding;
  const now = clock.now();
  return quotes.flatMap((quote, tokenIndex) => {
    const fit = usable.find(({ token }) => token === quote.token);
    if (fit === undefined) return [];
    return accounts.flatMap((account, index) => {
      const { isContract = false, holdings = [] } = holders[index] ?? {};
      const { balance = 0n, allowance = 0n } = holdings[tokenIndex] ?? {};
      if (balance < quote.amount) return [];
      const option = toOption(payment, quote, fit, { account, allowance, treasury, now });
      if (isContract && !takesContractSignatures(option)) return [];
      return [{ option, balance, etaSeconds: etaOf(option) }];
    });
  });
}

function toOption(
  payment: Payment,
  { token, amount, fee }: Quote,
  { method, domain }: UsableToken,
  buyer: { account: SpelledAccount; allowance: bigint; treasury: Address; now: Date },
): PaymentOption {
  const { account, allowance, treasury, now } = buyer;
  const id = newId("opt", now);
  const expiresAtMs = Math.min(payment.expiresAt.getTime(), now.getTime() + quoteGoodForMs);
  return {
    ...{ id, paymentId: payment.id, account: account.spelling, chainId: token.chainId, token: token.address },
    ...{ buyer: account.address, amount, fee, method, domain, treasury },
    nonce: optionNonce(payment.id, id),
    approvals: method === "permit2" ? neededApprovals(token, allowance, amount) : [],
    validBefore: BigInt(toUnixSeconds(payment.expiresAt)) + graceSeconds,
    expiresAt: new Date(expiresAtMs),
    createdAt: now,
  };
}
