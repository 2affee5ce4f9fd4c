import { usableTokens } from "#lib/chain/capabilities.ts";
import { getChain } from "#lib/chain/chains.ts";
import { findCustody } from "#lib/chain/custody.ts";
import { depositFactory, isFactoryDeployed } from "#lib/chain/deposits/deposit-factory.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { fromNode } from "#lib/chain/nodes/node-error.ts";
import { chooseWallet, listWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { assetOf, findToken, type Token } from "#lib/chain/tokens.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import { readSettlementTerms } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { refusal } from "#lib/domain/payments/apply-payment-event.ts";
import { chooseRecipients } from "#lib/domain/payments/collection/recipients.ts";
import {
  type DepositAddress,
  requireOwnAddress,
  termsIdOf,
  withAddress,
} from "#lib/domain/payments/deposits/deposit-address.ts";
import { appendToJournal } from "#lib/domain/payments/deposits/journal.ts";
import {
  findDestinationAge,
  insertAddress,
  listAddresses,
  markJournaled,
  type WatchedAddress,
} from "#lib/domain/payments/deposits/repository.ts";
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
/** Other tokens are no longer offered once an address holds more than this part of its amount. */
const dustDivisor = 100n;

/** An address to show to a buyer, and what has arrived there by now, in smallest units. */
export type GivenAddress = WatchedAddress & { missing: AtomicAmount };

/**
 * Gives a payment an address for a token, or the one that it has while its terms are those of today. It is returned only once its terms
 * are stored twice: in the database and in the journal.
 * @throws TillError `payment_not_found`; `payment_expired` or `invalid_state` unless the payment is open and takes transfers, and for a
 * token that can't be sent now; `params_validation` for a token that the payment can't be paid in; `bad_gateway` when a node or the
 * rate source doesn't answer, or the journal can't be written.
 */
export async function giveAddress(
  scope: Scope,
  idOrLink: string,
  asset: string,
  rates: RateSource,
): Promise<GivenAddress> {
  const payment = await getPayment(scope, paymentIdOf(idOrLink));
  const journal = env().DEPOSIT_JOURNAL;
  if (payment.depositUntil === null || journal === undefined) {
    throw new TillError("invalid_state", { message: "This payment doesn't take transfers. Pay it with a wallet." });
  }
  requireOpen(payment);
  const terms = await findTerms(payment, payment.depositUntil, asset, rates);
  const given = await inTransaction((tx) => storeAddress(tx, payment, terms));
  if (given.journaledAt === null) {
    await appendToJournal(journal, given).catch((error: unknown) => {
      throw new TillError("bad_gateway", { message: "Addresses can't be given now. Try again later.", cause: error });
    });
    await markJournaled(database, given.address, clock.now());
  }
  const missing = given.amount > given.received ? given.amount - given.received : 0n;
  return { ...requireOwnAddress(given), missing };
}

function requireOpen(payment: Payment): void {
  const now = clock.now();
  if (!isConfirmable(payment, now)) throw refusal(payment, now);
}

/** The terms of an address that would be given now, without what tells it from the payment's other ones. */
type CurrentTerms = Omit<DepositAddress, "address" | "number" | "termsId">;

async function findTerms(
  payment: Payment,
  depositUntil: Date,
  asset: string,
  rates: RateSource,
): Promise<CurrentTerms> {
  const settlement = await readSettlementTerms(database, payment.merchantId);
  const token = allowedTokens(payment, settlement).find((each) => assetOf(each) === asset);
  if (token === undefined) throw invalidField("asset", "must be a token that this payment can be paid in");
  const { chainId, address } = token;
  const destination = settlement.destinations.get(assetOf(token));
  if (destination === undefined) throw unavailable(token, "the merchant has no settlement destination for it");
  const age = await findDestinationAge(database, payment.merchantId, assetOf(token));
  const now = clock.now();
  if (age === null || now.getTime() - age.getTime() < destinationAgeMs) {
    throw unavailable(token, "the merchant's settlement destination for it is younger than a day");
  }
  const [custody, wallets, quote] = await Promise.all([
    findCustody(database, chainId),
    listWallets(database, chainId),
    quoteIn(rates, payment, { token }),
  ]);
  const submitter = chooseWallet(wallets, payment.id);
  if (custody === null || submitter === null || quote === null) throw unavailable(token, "it isn't accepted now");
  const [usable, hasFactory, head, isCovered] = await fromNode(
    chainId,
    Promise.all([
      usableTokens(chainId),
      isFactoryDeployed(chainClient(chainId)),
      chainClient(chainId).getBlockNumber(),
      coversGas(payment, quote, rates),
    ]),
  );
  if (!hasFactory) throw unavailable(token, "its network has no deposit addresses");
  if (!usable.some((each) => each.token === token)) throw unavailable(token, "its contract isn't as expected");
  if (!isCovered) throw unavailable(token, "the amount doesn't cover the network's costs");
  const recipients = await chooseRecipients({ chainId, token: address }, destination, custody);
  if (recipients === null) throw unavailable(token, "it can't be paid out now");
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
  return { ...address, state: "open", seen: 0n, received: 0n, journaledAt: null };
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
