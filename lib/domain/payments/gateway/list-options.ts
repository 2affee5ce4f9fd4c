import { type UsableToken, usableTokens } from "#lib/chain/capabilities.ts";
import { enabledChainIds, expectedSeconds, getChain } from "#lib/chain/chains.ts";
import { type AccountHoldings, readHoldings } from "#lib/chain/holdings.ts";
import { askChain, ChainResting } from "#lib/chain/nodes/ask-chain.ts";
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

const quoteValidMs = 5 * 60_000;
/** A signature stays valid on chain for this long after the payment's expiry, to collect a confirm of its last second. */
const graceSeconds = 300n;

/** An option with the facts that are shown but not stored: the expected duration, and the account's balance of its token. */
export type OfferedOption = { option: PaymentOption; etaSeconds: number; balance: AtomicAmount };

type SpelledAccount = ChainAccount & { spelling: string };
/** The accounts and priced tokens to look up on one chain. */
type ChainLookup = { payment: Payment; chainId: number; accounts: readonly SpelledAccount[]; quotes: readonly Quote[] };
/** The result: the relayer wallet that would collect, the tokens that passed their checks, and the accounts' holdings. */
type ChainHoldings = { treasury: Address; usable: readonly UsableToken[]; holders: readonly AccountHoldings[] };

/**
 * Quotes a payment to a buyer's accounts: one option for each account and token whose balance is sufficient and which the
 * account can sign for. Best first: fewer transactions for the buyer, then the cheaper chain, then the order of SPEC's
 * token table. Inserts the options in one statement; they don't change until they expire. Queries all chains in parallel,
 * each in one batch, and leaves out a chain that does not answer within 2 s.
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
  const lookups = chains.map(
    (chain): ChainLookup => ({ ...chain, quotes: quotes.filter(({ token }) => token.chainId === chain.chainId) }),
  );
  const priced = lookups.filter(({ quotes }) => quotes.length > 0);
  const found = await Promise.all(priced.map(async (lookup) => offersOf(lookup, await readChain(lookup), payment)));
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

/** Each approval has to be mined in an earlier block than the collection. */
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

/** @returns null when the chain does not answer in time, or has no relayer wallet yet. */
async function readChain({ payment, chainId, accounts, quotes }: ChainLookup): Promise<ChainHoldings | null> {
  const addresses = accounts.map(({ address }) => address);
  const tokens = quotes.map(({ token }) => token.address);
  const read = () => Promise.all([usableTokens(chainId), readHoldings(chainId, addresses, tokens)]);
  try {
    const [wallets, [usable, holders]] = await Promise.all([listWallets(database, chainId), askChain(chainId, read)]);
    const treasury = chooseWallet(wallets, payment.id);
    return treasury === null ? null : { treasury, usable, holders };
  } catch (error) {
    if (!(error instanceof ChainResting))
      log().warn({ err: error, chainId }, "options leave out a chain whose node failed");
    return null;
  }
}

function offersOf({ accounts, quotes }: ChainLookup, found: ChainHoldings | null, payment: Payment): OfferedOption[] {
  if (found === null) return [];
  const { treasury, usable, holders } = found;
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
  const expiresAtMs = Math.min(payment.expiresAt.getTime(), now.getTime() + quoteValidMs);
  return {
    id,
    paymentId: payment.id,
    account: account.spelling,
    chainId: token.chainId,
    token: token.address,
    buyer: account.address,
    amount,
    fee,
    method,
    domain,
    treasury,
    nonce: optionNonce(payment.id, id),
    approvals: method === "permit2" ? neededApprovals(token, allowance, amount) : [],
    validBefore: BigInt(toUnixSeconds(payment.expiresAt)) + graceSeconds,
    expiresAt: new Date(expiresAtMs),
    createdAt: now,
  };
}
