import { usableTokens } from "#lib/chain/capabilities.ts";
import { getChain } from "#lib/chain/chains.ts";
import { type Custody, findCustody } from "#lib/chain/custody.ts";
import { depositFactory, isFactoryDeployed } from "#lib/chain/deposits/deposit-factory.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { fromNode, networkUnavailable } from "#lib/chain/nodes/node-error.ts";
import { chooseWallet, listWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { assetOf, findToken, type Token } from "#lib/chain/tokens.ts";
import { type Address, type Caip10, toCaip19 } from "#lib/core/caip.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import { invalidField, isTillError, TillError } from "#lib/core/errors.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { readSettlementTerms, type SettlementTerms } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { refusal } from "#lib/domain/payments/apply-payment-event.ts";
import { requiresBuyerData } from "#lib/domain/payments/buyer-data/buyer-data-policy.ts";
import { getBuyerDataPolicy } from "#lib/domain/payments/buyer-data/read-policy.ts";
import { chooseRecipients } from "#lib/domain/payments/collection/recipients.ts";
import {
  type DepositAddress,
  dustDivisor,
  requireOwnAddress,
  termsIdOf,
  type WatchedAddress,
  withAddress,
} from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import {
  findDestinationAge,
  insertAddress,
  listAddresses,
  markJournaled,
} from "#lib/domain/payments/deposit-addresses/repository.ts";
import { appendToJournal, sealTerms } from "#lib/domain/payments/deposits/journal.ts";
import { allowedTokens } from "#lib/domain/payments/gateway/accepted-tokens.ts";
import { type Quote, quoteIn } from "#lib/domain/payments/gateway/quote.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { coversGas } from "#lib/domain/payments/minimum/minimum-payments.ts";
import { isConfirmable, type Payment } from "#lib/domain/payments/payment.ts";
import { paymentIdOf } from "#lib/domain/payments/payment-link.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { env } from "#lib/env/env.ts";

/** A price with an exchange rate holds for this long, because money at an address may come at any time. */
const quoteValidMs = 60 * 60_000;
/** From this long after the end of transfers on, anyone may sweep: a dead operator strands nothing. */
const openAfterSeconds = 30n * 86_400n;
/** A thief's destination would keep an address for ever, so the merchant has a day to notice it. */
const destinationAgeMs = 24 * 60 * 60_000;
/** Addresses of a payment in all tokens together, because each is watched. */
const maxAddresses = 12;

/** An address to show to a buyer, and the sealed terms that prove that it was shown. */
export type Given = { payment: Payment; address: WatchedAddress & { code: string } };

/**
 * Gives a payment an address for a token, or the one that it has while its terms are those of today. It is returned only once its terms
 * are stored twice: in the database and in the journal.
 * @throws TillError `payment_not_found`; `payment_expired` or `invalid_state` unless the payment is open and takes transfers, and for a
 * token that can't be sent now; `params_validation` for a token that the payment can't be paid in; `bad_gateway` when a node or the
 * rate source doesn't answer, or the journal can't be written.
 */
export async function giveAddress(scope: Scope, idOrLink: string, asset: string, rates: RateSource): Promise<Given> {
  const { journal, ...place } = await requireTransfers(scope, idOrLink, rates);
  const { payment, settlement } = place;
  const token = allowedTokens(payment, settlement).find((each) => assetOf(each) === asset);
  if (token === undefined) throw invalidField("asset", "must be a token that this payment can be paid in");
  const terms = await findTerms(place, await findTransferable(place, token, rates));
  const given = await inTransaction((tx) => storeAddress(tx, payment, terms));
  const code = sealTerms(given);
  if (given.journaledAt === null) {
    await appendToJournal(journal, code).catch((error: unknown) => {
      throw new TillError("bad_gateway", { message: "Addresses can't be given now. Try again later.", cause: error });
    });
    await markJournaled(database, given.address, clock.now());
  }
  return { payment, address: { ...requireOwnAddress(given), code } };
}

/** A token that can be transferred for a payment. */
type TransferableToken = { token: Token; amount: AtomicAmount };

/** The tokens that can be transferred for a payment, and the chains that can't be asked now. */
export type Transferable = { payment: Payment; tokens: TransferableToken[]; unavailable: number[] };

/**
 * Lists the tokens in which a payment can be paid by a transfer, the price's own currency first.
 * @throws TillError as {@link giveAddress} does for a payment that takes no transfers; `bad_gateway` when no node answers.
 */
export async function listTransferable(scope: Scope, idOrLink: string, rates: RateSource): Promise<Transferable> {
  const place = await requireTransfers(scope, idOrLink, rates);
  const { payment, settlement } = place;
  const found: Transferable = { payment, tokens: [], unavailable: [] };
  const offers = await Promise.all(
    allowedTokens(payment, settlement).map(async (token) => {
      try {
        return { token, amount: (await findTransferable(place, token, rates)).quote.amount };
      } catch (error) {
        if (isTillError(error) && error.code === "bad_gateway") found.unavailable.push(token.chainId);
        else if (!isTillError(error) || error.code !== "invalid_state") throw error;
        return null;
      }
    }),
  );
  found.tokens = offers.filter((offer) => offer !== null);
  found.unavailable = [...new Set(found.unavailable)];
  if (found.tokens.length === 0 && found.unavailable.length > 0) throw networkUnavailable(found.unavailable);
  return found;
}

type Place = { payment: Payment; depositUntil: Date; settlement: SettlementTerms };

async function requireTransfers(
  scope: Scope,
  idOrLink: string,
  rates: RateSource,
): Promise<Place & { journal: string }> {
  const payment = await getPayment(scope, paymentIdOf(idOrLink));
  const { depositUntil } = payment;
  const journal = env().DEPOSIT_JOURNAL;
  if (depositUntil === null || journal === undefined) {
    throw new TillError("invalid_state", { message: "This payment doesn't take transfers. Pay it with a wallet." });
  }
  requireOpen(payment);
  const policy = await getBuyerDataPolicy(payment.partnerId);
  if (policy.kind !== "off" && (await requiresBuyerData(policy, payment.amount, rates))) {
    const message = "This payment needs the buyer's data, which is asked for by wallet. Pay it with a wallet.";
    throw new TillError("invalid_state", { message });
  }
  return { payment, depositUntil, journal, settlement: await readSettlementTerms(database, payment.merchantId) };
}

function requireOpen(payment: Payment): void {
  const now = clock.now();
  if (!isConfirmable(payment, now)) throw refusal(payment, now);
}

/** A token with what a payment costs in it now, and the accounts that take part. */
type Offered = { token: Token; quote: Quote; destination: Caip10; custody: Custody; submitter: Address };

/** @throws TillError `invalid_state` for a token that can't be transferred now; `bad_gateway` when a node doesn't answer. */
async function findTransferable({ payment, settlement }: Place, token: Token, rates: RateSource): Promise<Offered> {
  const { chainId } = token;
  const destination = settlement.destinations.get(assetOf(token));
  if (destination === undefined) throw unavailable(token, "the merchant has no settlement destination for it");
  const age = await findDestinationAge(database, payment.merchantId, assetOf(token));
  if (age === null || clock.now().getTime() - age.getTime() < destinationAgeMs) {
    throw unavailable(token, "the merchant's settlement destination for it is younger than a day");
  }
  const [custody, wallets, quote] = await Promise.all([
    findCustody(database, chainId),
    listWallets(database, chainId),
    quoteIn(rates, payment, { token }),
  ]);
  const submitter = chooseWallet(wallets, payment.id);
  if (custody === null || submitter === null || quote === null) throw unavailable(token, "it isn't accepted now");
  const [usable, hasFactory, isCovered] = await fromNode(
    chainId,
    Promise.all([usableTokens(chainId), hasDepositFactory(chainId), coversGas(payment, quote, rates)]),
  );
  if (!hasFactory) throw unavailable(token, "its network has no deposit addresses");
  if (!usable.some((each) => each.token === token)) throw unavailable(token, "its contract isn't as expected");
  if (!isCovered) throw unavailable(token, "the amount doesn't cover the network's costs");
  return { token, quote, destination, custody, submitter };
}

/** Chains on which the factory was seen: it can't be removed. */
const chainsWithFactory = processSingleton("chains-with-deposit-factory", () => new Set<number>());

async function hasDepositFactory(chainId: number): Promise<boolean> {
  if (chainsWithFactory().has(chainId)) return true;
  const isDeployed = await isFactoryDeployed(chainClient(chainId));
  if (isDeployed) chainsWithFactory().add(chainId);
  return isDeployed;
}

/** The terms of an address that would be given now, without what tells it from the payment's other ones. */
type CurrentTerms = Omit<DepositAddress, "address" | "number" | "termsId">;

async function findTerms({ payment, depositUntil }: Place, offered: Offered): Promise<CurrentTerms> {
  const { token, quote, destination, custody, submitter } = offered;
  const { chainId, address } = token;
  const [head, recipients] = await fromNode(
    chainId,
    Promise.all([
      chainClient(chainId).getBlockNumber(),
      chooseRecipients({ chainId, token: address }, destination, custody),
    ]),
  );
  if (recipients === null) throw unavailable(token, "it can't be paid out now");
  const now = clock.now();
  return {
    paymentId: payment.id,
    chainId,
    token: address,
    factory: depositFactory,
    recipient: recipients.recipient,
    amount: quote.amount,
    fee: quote.fee,
    feeRecipient: recipients.feeRecipient,
    submitter,
    openAfter: BigInt(toUnixSeconds(depositUntil)) + openAfterSeconds,
    sinceBlock: head,
    payableUntil: payableUntil(quote, depositUntil, now),
    createdAt: now,
  };
}

/** A price without an exchange rate holds until the end of transfers. */
function payableUntil({ exchangeRate }: Quote, depositUntil: Date, now: Date): Date {
  if (exchangeRate === null) return depositUntil;
  return new Date(Math.min(depositUntil.getTime(), now.getTime() + quoteValidMs));
}

function unavailable({ symbol, chainId }: Token, reason: string): TillError {
  const { name } = getChain(chainId);
  const message = `${symbol} on ${name} can't be transferred for this payment: ${reason}. Choose another token.`;
  return new TillError("invalid_state", { message });
}

/** Stores the address, unless the payment has one with the same terms whose price still holds. */
async function storeAddress(tx: Tx, { id }: Payment, terms: CurrentTerms): Promise<WatchedAddress> {
  const payment = await lockPayment(tx, id);
  if (payment === null) throw new TillError("payment_not_found");
  requireOpen(payment);
  const known = await listAddresses(tx, id);
  requireNoOther(known, terms);
  const own = known.filter(({ chainId, token }) => chainId === terms.chainId && token === terms.token);
  const current = own.find((address) => isCurrent(address, terms));
  if (current !== undefined) return current;
  if (known.length >= maxAddresses) {
    const message = "This payment has been given too many addresses. Use one that was shown, or pay with a wallet.";
    throw new TillError("rate_limited", { message, retryAfterSeconds: 3_600 });
  }
  const numbered = { ...terms, number: own.length + 1 };
  const address = withAddress({ ...numbered, termsId: termsIdOf(numbered) });
  await insertAddress(tx, address);
  const unwatched = { journaledAt: null, accepted: null, refundAccount: null, emptiedBlock: null };
  return { ...address, ...unwatched, state: "open", seen: 0n, received: 0n };
}

/** Money at one address rules the others out: parts in several tokens would have to be settled by a person. */
function requireNoOther(known: readonly WatchedAddress[], { chainId, token }: CurrentTerms): void {
  const used = known.find(({ seen, received, amount }) => [seen, received].some((held) => held * dustDivisor > amount));
  if (used === undefined || (used.chainId === chainId && used.token === token)) return;
  const symbol = findToken(toCaip19({ chainId: used.chainId, address: used.token }))?.symbol ?? "another token";
  const message = `A transfer of ${symbol} has arrived for this payment, so no other token can pay it. Send the rest in ${symbol}.`;
  throw new TillError("invalid_state", { message });
}

function isCurrent(address: WatchedAddress, terms: CurrentTerms): boolean {
  const isSame = (["factory", "recipient", "amount", "fee", "feeRecipient", "submitter", "openAfter"] as const).every(
    (name) => address[name] === terms[name],
  );
  return isSame && address.state === "open" && address.payableUntil > clock.now();
}
