import { LRUCache } from "lru-cache";
import { readBalances, readFinalBalances, readTransfersTo } from "#lib/chain/deposits/read-deposits.ts";
import { askTwo } from "#lib/chain/nodes/ask-nodes.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { readFinalTime } from "#lib/chain/nodes/final-time.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { toCaip10, toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import {
  assetOfAddress,
  dustDivisor,
  type WatchedAddress,
} from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import {
  type FinalTransfer,
  findAttemptOfAddress,
  listAddresses,
  listUnfinished,
  setBalances,
  setState,
} from "#lib/domain/payments/deposit-addresses/repository.ts";
import type { DepositExceptionKind } from "#lib/domain/payments/deposit-exception-kinds.ts";
import { collectDeposit, sumBySender } from "#lib/domain/payments/deposits/collect-deposit.ts";
import { dustOf, openException } from "#lib/domain/payments/deposits/exceptions/open-exception.ts";
import { lockAtAddress, setExceptionState } from "#lib/domain/payments/deposits/exceptions/repository.ts";
import { requirePegged } from "#lib/domain/payments/gateway/quote.ts";
import { isFinal, type Payment } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { listPaymentsById, lockPayment } from "#lib/domain/payments/repository.ts";
import { screenAccount } from "#lib/domain/payments/screening/screen-account.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";

const perPage = 1_000;
/** A payment that should have ended this long ago, and hasn't. */
const lateMs = 10 * 60_000;

/**
 * Checks the deposit addresses of one chain at each of its blocks. Money is found by balances, which a node can't leave out as it can
 * leave out logs; logs then tell who sent it and when, and count only once they add up to the balance.
 */
export class DepositChecks {
  readonly #chainId: number;
  readonly #rates: RateSource;
  /** Transfers by address and balance: final ones don't change, so logs are read again only once the balance has. */
  readonly #explained = new LRUCache<string, FinalTransfer[]>({ max: 10_000 });
  /** The same of those whose senders the screening has declined. */
  readonly #declined = new LRUCache<string, true>({ max: 10_000 });
  #checked = -1n;

  constructor(chainId: number, rates: RateSource) {
    this.#chainId = chainId;
    this.#rates = rates;
  }

  /**
   * Checks all addresses that aren't closed, unless there is no new block. One that can't be decided is logged and checked again.
   * @throws Error when the node fails.
   */
  async round(): Promise<void> {
    let page = await listUnfinished(database, this.#chainId, "", perPage);
    if (page.length === 0) return;
    const head = await chainClient(this.#chainId).getBlockNumber();
    if (head <= this.#checked) return;
    while (page.length > 0) {
      await this.#check(page, head);
      const last = page.at(-1)?.address ?? "";
      page = page.length < perPage ? [] : await listUnfinished(database, this.#chainId, last, perPage);
    }
    this.#checked = head;
  }

  async #check(page: readonly WatchedAddress[], head: bigint): Promise<void> {
    const chainId = this.#chainId;
    const payments = new Map(
      (await listPaymentsById(database, [...new Set(page.map(({ paymentId }) => paymentId))])).map((payment) => [
        payment.id,
        payment,
      ]),
    );
    const seen = await readBalances(chainClient(chainId), chainId, page, head);
    const now = clock.now();
    const found = page.map((address, index) => ({ ...address, seen: seen[index] ?? address.seen }));
    const isDue = ({ paymentId, seen: balance, received, state }: WatchedAddress) => {
      const payment = payments.get(paymentId);
      const isOver = payment !== undefined && (isFinal(payment.storedStatus) || now >= (payment.depositUntil ?? now));
      return balance > 0n || received > 0n || state === "collecting" || isOver;
    };
    const due = found.filter(isDue);
    const finalBlock = due.length === 0 ? 0n : await readFinalBlock(chainId);
    const received = due.length === 0 ? [] : await readFinalBalances(chainId, due, finalBlock);
    const balanced = new Map(due.map((address, index) => [address.address, received[index] ?? null]));
    const known = found.map((address) => ({ ...address, received: balanced.get(address.address) ?? address.received }));
    const before = new Map(page.map((address) => [address.address, address]));
    const changed = known.filter((address) => {
      const old = before.get(address.address);
      return old?.seen !== address.seen || old.received !== address.received;
    });
    await setBalances(database, changed);
    for (const address of known) {
      const payment = payments.get(address.paymentId);
      if (payment === undefined || !balanced.has(address.address)) continue;
      const isAgreed = balanced.get(address.address) !== null;
      const decided = isAgreed ? this.#decide(payment, address, finalBlock) : Promise.reject(noBalance());
      await decided.catch((error: unknown) => this.#report(payment, address, error));
    }
  }

  #report(payment: Payment, { address, paymentId }: WatchedAddress, error: unknown): void {
    const facts = { err: error, chainId: this.#chainId, address, paymentId };
    log().warn(facts, "a deposit address could not be decided; it will be checked again");
    const until = payment.depositUntil?.getTime() ?? Infinity;
    if (isFinal(payment.storedStatus) || clock.now().getTime() < until + lateMs) return;
    const message = "a payment with a deposit address can't end, because what is there can't be decided";
    raiseAlarm("deposit_undecided", paymentId, { chainId: this.#chainId, address, paymentId }, message);
  }

  /** Decides what follows from the balance of an address at a final block. */
  async #decide(payment: Payment, address: WatchedAddress, finalBlock: bigint): Promise<void> {
    const { storedStatus, depositUntil } = payment;
    const isAccepted = address.state === "collecting" && address.accepted !== null;
    // Accepted money of a payment that has succeeded otherwise meanwhile is a case again.
    if (isFinal(storedStatus) && (!isAccepted || storedStatus === "succeeded")) return close(address, null);
    if (storedStatus === "processing" && address.state === "open") return;
    const isTried = address.state === "collecting" && (await findAttemptOfAddress(database, address.address)) !== null;
    const isOver = address.state === "open" && depositUntil !== null && clock.now() >= depositUntil;
    // A stranger's dust at an address costs no more than its balance.
    if (isTried || (address.received < address.amount && !isOver && !isAccepted)) return;
    const transfers = await this.#explain(address, finalBlock);
    const inTime = transfers.filter(({ blockTime }) => blockTime <= address.payableUntil);
    const sum = inTime.reduce((total, { amount }) => total + amount, 0n);
    const isPaid = sum >= address.amount;
    if (isAccepted || (isPaid && (await this.#areAccepted(address, inTime)))) {
      const token = findToken(toCaip19({ chainId: address.chainId, address: address.token }));
      if (token === null) throw new Error(`${address.token} is no token of chain ${address.chainId}`);
      // A member who accepts it decides about its worth too.
      if (!isAccepted) requirePegged(this.#rates, payment, token);
      return collectDeposit(address, transfers);
    }
    if (!isOver) return;
    const { time } = await readFinalTime(address.chainId, finalBlock);
    if (Number(time) * 1_000 <= depositUntil.getTime()) return;
    const dust = await dustOf(address, assetOfAddress(address), this.#rates);
    const left = { kind: kindOfLeft(isPaid, sum > dust), amount: address.received };
    await close(address, left.amount > dust ? left : null);
  }

  async #explain(address: WatchedAddress, finalBlock: bigint): Promise<FinalTransfer[]> {
    if (address.received === 0n) return [];
    const key = `${address.address}:${address.received}`;
    const transfers = this.#explained.get(key) ?? (await explain(address, finalBlock));
    this.#explained.set(key, transfers);
    return transfers;
  }

  /** Screens the accounts that sent the money. @throws TillError `bad_gateway` when the screening fails. */
  async #areAccepted(deposit: WatchedAddress, transfers: readonly FinalTransfer[]): Promise<boolean> {
    const { chainId, address, paymentId, amount, received } = deposit;
    const key = `${address}:${received}`;
    if (this.#declined.has(key)) return false;
    const senders = [...sumBySender(transfers)].filter(([, sent]) => sent * dustDivisor > amount);
    for (const [sender] of senders) {
      const account = toCaip10({ chainId, address: sender });
      if ((await screenAccount(account)) === "accepted") continue;
      const message = "the screening declines the account that sent a deposit, so it isn't collected";
      raiseAlarm("deposit_declined", paymentId, { chainId, address, paymentId, sender: account }, message);
      this.#declined.set(key, true);
      return false;
    }
    return true;
  }
}

/** The kind of what is at an address at the end of its payment. @param isPaid the amount was there in time. */
function kindOfLeft(isPaid: boolean, isInTime: boolean): DepositExceptionKind {
  if (isPaid) return "declined";
  return isInTime ? "underpaid" : "late";
}

function noBalance(): Error {
  return new Error("nodes show different balances, or none");
}

/**
 * Returns all transfers to an address up to a final block.
 * @throws Error while they don't add up to its balance: a node hides some of them.
 */
async function explain(address: WatchedAddress, finalBlock: bigint): Promise<FinalTransfer[]> {
  const { chainId, sinceBlock, received } = address;
  const seen = await readTransfersTo(chainId, [address], { from: sinceBlock, to: finalBlock });
  const sum = seen.reduce((total, { amount }) => total + amount, 0n);
  if (sum !== received) throw new Error(`transfers of ${sum} are shown, and the address has ${received}`);
  const blocks = [...new Set(seen.map(({ blockNumber }) => blockNumber))];
  const times = new Map(
    await Promise.all(blocks.map(async (block) => [block, await readTime(chainId, block)] as const)),
  );
  return seen.map(({ token: _, ...transfer }) => {
    return { ...transfer, blockTime: times.get(transfer.blockNumber) ?? clock.now() };
  });
}

/** The later one of what two nodes show, so that none can make a transfer look as if it came in time. */
async function readTime(chainId: number, blockNumber: bigint): Promise<Date> {
  const blocks = await askTwo(chainId, (client) => client.getBlock({ blockNumber }));
  return new Date(Math.max(...blocks.map(({ timestamp }) => Number(timestamp) * 1_000)));
}

/**
 * Closes an address. A payment whose last one it is expires, unless it has ended otherwise.
 * @param left what is there and doesn't pay the payment; null for nothing.
 */
async function close(
  address: WatchedAddress,
  left: { kind: DepositExceptionKind; amount: AtomicAmount } | null,
): Promise<void> {
  const { paymentId } = address;
  await inTransaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment === null || payment.storedStatus === "processing") return;
    await setState(tx, [address.address], "closed");
    const isLast = (await listAddresses(tx, paymentId)).every(({ state }) => state === "closed");
    if (payment.storedStatus === "requires_action" && isLast)
      await applyPaymentEvent(tx, paymentId, { type: "expired" });
    const accepted = await lockAtAddress(tx, address.address, assetOfAddress(address));
    if (accepted?.state === "accepting") await setExceptionState(tx, accepted.id, "open", {}, clock.now());
    if (left !== null) await openException(tx, { payment, address, asset: assetOfAddress(address), ...left });
  });
}
