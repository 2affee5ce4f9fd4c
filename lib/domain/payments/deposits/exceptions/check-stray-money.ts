import { enabledChainIds } from "#lib/chain/chains.ts";
import { type Holding, readFinalBalances } from "#lib/chain/deposits/read-deposits.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { assetOf, nativeAsset, tokensOfChain } from "#lib/chain/tokens.ts";
import { modeOfChain } from "#lib/core/account-mode.ts";
import type { Address, Caip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { assetOfAddress, type WatchedAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import { listDue, setNextChecks } from "#lib/domain/payments/deposit-addresses/repository.ts";
import type { DepositExceptionKind } from "#lib/domain/payments/deposit-exception-kinds.ts";
import type { DepositException } from "#lib/domain/payments/deposits/exceptions/deposit-exception.ts";
import { dustOf, openException } from "#lib/domain/payments/deposits/exceptions/open-exception.ts";
import {
  listAtAddresses,
  lockException,
  setExceptionState,
} from "#lib/domain/payments/deposits/exceptions/repository.ts";
import { isFinal, type Payment } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { listPaymentsById, lockPayment } from "#lib/domain/payments/repository.ts";
import { log } from "#lib/log/log.ts";

const perRound = 200;
const [minuteMs, dayMs] = [60_000, 86_400_000];
/** The pace at which every token of every network is looked at, by the time since transfers had to arrive: then never again. */
const paces = [
  { until: 0, everyMs: 10 * minuteMs },
  { until: 30 * dayMs, everyMs: 60 * minuteMs },
  { until: 365 * dayMs, everyMs: dayMs },
];

/**
 * Looks for money at the addresses of a chain that the checks of open payments don't see: after the end of a payment, in another token,
 * on another network. What is more than dust becomes a case for a person.
 */
export async function checkStrayMoney(chainId: number, rates: RateSource): Promise<void> {
  const now = clock.now();
  const due = await listDue(database, chainId, now, perRound);
  if (due.length === 0) return;
  const ids = [...new Set(due.map(({ paymentId }) => paymentId))];
  const payments = new Map((await listPaymentsById(database, ids)).map((payment) => [payment.id, payment]));
  const failed = new Set<Address>();
  for (const id of enabledChainIds().filter((each) => modeOfChain(each) === "live")) {
    await checkChain(id, due, { payments, rates, failed }).catch((error: unknown) => {
      for (const { address } of due) failed.add(address);
      log().warn({ err: error, chainId: id }, "money at deposit addresses can't be looked for; it will be tried again");
    });
  }
  const checks = due.map(({ address, paymentId }) => {
    return { address, at: failed.has(address) ? later(now, 10 * minuteMs) : nextCheck(payments.get(paymentId), now) };
  });
  await setNextChecks(database, checks);
}

function nextCheck(payment: Payment | undefined, now: Date): Date | null {
  const since = now.getTime() - (payment?.depositUntil?.getTime() ?? 0);
  const pace = paces.find(({ until }) => since < until);
  return pace === undefined ? null : later(now, pace.everyMs);
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

async function checkChain(
  chainId: number,
  due: readonly WatchedAddress[],
  { payments, rates, failed }: { payments: ReadonlyMap<PaymentId, Payment>; rates: RateSource; failed: Set<Address> },
): Promise<void> {
  const held: (Holding & { asset: Caip19; at: WatchedAddress })[] = [
    ...tokensOfChain(chainId).map((token) => ({ token: token.address, asset: assetOf(token) })),
    { token: "native" as const, asset: nativeAsset(chainId) },
  ].flatMap(({ token, asset }) => due.map((at) => ({ address: at.address, token, asset, at })));
  const finalBlock = await readFinalBlock(chainId);
  const balances = await readFinalBalances(chainId, held, finalBlock);
  const open = await listAtAddresses(
    database,
    due.map(({ address }) => address),
  );
  for (const [index, { at: address, asset }] of held.entries()) {
    const balance = balances[index] ?? null;
    const payment = payments.get(address.paymentId);
    if (balance === null || payment === undefined) continue;
    if (address.chainId === chainId && finalBlock < (address.emptiedBlock ?? 0n)) continue;
    const cases = open.filter((each) => each.address === address.address && each.asset === asset);
    const known = cases.find(({ endedAt }) => endedAt === null);
    // A member has decided to leave it there.
    if (known === undefined && cases.some(({ amount }) => amount >= balance)) continue;
    const unexpected = { payment, address, asset, amount: balance };
    const decided = known === undefined ? openIfUnexpected(unexpected, rates) : follow(known, balance);
    // One that can't be decided keeps no other from it.
    await decided.catch((error: unknown) => {
      failed.add(address.address);
      log().warn(
        { err: error, address: address.address, asset },
        "money at a deposit address can't be decided; it will be tried again",
      );
    });
  }
}

/** Money that has left an address can only have gone to its recipient. */
async function follow({ id, state, amount }: DepositException, balance: AtomicAmount): Promise<void> {
  if (state !== "open" || balance === amount) return;
  await inTransaction(async (tx) => {
    const locked = await lockException(tx, id);
    if (locked?.state !== "open") return;
    if (balance === 0n) await setExceptionState(tx, id, "forwarded", {}, clock.now());
    else await setExceptionState(tx, id, "open", { amount: balance }, clock.now());
  });
}

type Unexpected = { payment: Payment; address: WatchedAddress; asset: Caip19; amount: AtomicAmount };

async function openIfUnexpected(found: Unexpected, rates: RateSource): Promise<void> {
  const { payment, address, asset, amount } = found;
  if (amount === 0n || kindOf(payment, address, asset) === null || amount <= (await dustOf(address, asset, rates)))
    return;
  await inTransaction(async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    const kind = locked && kindOf(locked, address, asset);
    if (locked !== null && kind !== null) await openException(tx, { ...found, payment: locked, kind });
  });
}

/** Null for money that may still pay the payment: its own checks decide about that. */
function kindOf({ storedStatus }: Payment, address: WatchedAddress, asset: Caip19): DepositExceptionKind | null {
  const own = assetOfAddress(address);
  if (asset !== own) return asset.startsWith(`eip155:${address.chainId}/`) ? "other_token" : "other_chain";
  if (address.state !== "closed" || !isFinal(storedStatus)) return null;
  return storedStatus === "succeeded" ? "repeated" : "late";
}
