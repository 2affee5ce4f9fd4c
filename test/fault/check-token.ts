import { permit2Address } from "#lib/chain/contracts.ts";
import type { Token } from "#lib/chain/tokens.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { destinations } from "./merchants.ts";
import type { Purchase } from "./shop.ts";
import { type Collected, lower, type TokenFacts } from "./token-facts.ts";

/** Compares what the chain says about a token with the purchases in it. @returns one sentence for each violation. */
export function checkToken(facts: TokenFacts, purchases: readonly Purchase[]): string[] {
  const ours = purchases.filter(({ token }) => token === facts.token);
  return [
    ...ours.flatMap((purchase) => checkStatus(purchase, findEvents(facts, purchase))),
    ...checkMoney(facts, purchases),
  ];
}

/** Checks that money moved on the chain as it was to, whatever the payments' records say about it. */
export function checkMoney(facts: TokenFacts, purchases: readonly Purchase[]): string[] {
  const ours = purchases.filter(({ token }) => token === facts.token);
  const eventsOf = new Map(ours.map((purchase) => [purchase, findEvents(facts, purchase)]));
  const isOwned = new Set([...eventsOf.values()].flat());
  const strays = facts.collected.filter((event) => !isOwned.has(event));
  return [
    ...(strays.length === 0 ? [] : [`${strays.length} collections in ${facts.token.symbol} are of no payment`]),
    ...[...eventsOf].flatMap(([purchase, events]) => checkCollection(facts, purchase, events)),
    ...checkPayouts(facts, eventsOf),
    ...checkBalances(facts),
  ];
}

/** Finds the router's events with the commitments that a buyer has signed. */
export function findEvents({ collected }: Pick<TokenFacts, "collected">, { commitments }: Purchase): Collected[] {
  return collected.filter(({ commitment }) => commitments.includes(commitment));
}

/** A payment has succeeded if and only if the router collected it. */
function checkStatus({ paymentId, plan, status }: Purchase, { length }: readonly Collected[]): string[] {
  if ((status === "succeeded") === length > 0) return [];
  return [`${paymentId} (${plan.behaviour}) is ${status} and ${length} times collected`];
}

/** The buyer paid once, exactly the price, and the router passed it on to those who were to have it. */
function checkCollection(
  { token, treasury, feeRecipient, moved, router }: TokenFacts,
  { paymentId, plan, buyer, hideout, price, commitments }: Purchase,
  events: readonly Collected[],
): string[] {
  const what = `${paymentId} (${plan.behaviour})`;
  if (events.length > 1) return [`${what} was collected ${events.length} times`];
  // A buyer who empties the wallet sends the rest away, and one who hides the money sends it to itself.
  const own = [permit2Address, ...(hideout === null ? [] : [hideout])].map(lower);
  const paid = moved.filter(({ from, to }) => from === lower(buyer) && !own.includes(to));
  const isTransfer = plan.behaviour === "transfers" || plan.behaviour === "transfers in parts";
  // A transfer in parts counts as one, and one that wasn't collected is at the address.
  const total = paid.reduce((sum, { value }) => sum + value, 0n);
  const box = commitments.length === 1 && paid.every(({ to }) => to === commitments[0]) ? commitments[0] : undefined;
  const isInBox = isTransfer && box !== undefined && (events.length > 0 || total <= price);
  const isPaid = isInBox ? `${total} to the address` : paid.map(({ to, value }) => `${value} to ${to}`).join();
  const once = isTransfer ? `${events.length > 0 ? price : total} to the address` : `${price} to ${router}`;
  const expected = events.length === 0 && !isInBox ? "" : once;
  const violations = isPaid === expected ? [] : [`${what}: the buyer paid ${isPaid || "nothing"}, not ${expected}`];
  const recipients = {
    settled: [lower(destinations.settled)],
    late: [treasury, lower(destinations.late)],
    unsettled: [treasury],
  }[plan.merchant];
  const isAsAgreed = (event: Collected) =>
    event.amount === price &&
    event.fee === feeOn(price, token) &&
    event.payer === (isTransfer ? event.commitment : lower(buyer)) &&
    event.feeRecipient === feeRecipient &&
    event.submitter === lower(devAccounts().relayer.address) &&
    recipients.includes(event.recipient);
  const others = events.filter((event) => !isAsAgreed(event));
  return [...violations, ...others.map(() => `${what} was collected on other terms`)];
}

/** The test partner's fee: 10 cents and 0.4 %, rounded up. */
function feeOn(price: bigint, { decimals }: Token): bigint {
  return 10n * 10n ** BigInt(decimals - 2) + (price * 4_000n + 999_999n) / 1_000_000n;
}

/** The treasury has paid out what it held for the late merchant, each amount once, and nothing else. */
function checkPayouts(facts: TokenFacts, eventsOf: ReadonlyMap<Purchase, readonly Collected[]>): string[] {
  const { treasury, token } = facts;
  const due = [...eventsOf].flatMap(([{ plan, status }, events]) => {
    const held = events.filter(({ recipient }) => plan.merchant === "late" && recipient === treasury);
    return held.map(({ amount, fee }) => ({ value: amount - fee, isRequired: status === "succeeded" }));
  });
  const allowed = new Set(due.map(({ value }) => value));
  const seen = new Set<bigint>();
  const violations = payoutsOf(facts).flatMap(({ to, value }) => {
    const isSecond = seen.has(value);
    seen.add(value);
    if (isSecond) return [`${value} ${token.symbol} were paid out twice`];
    return allowed.has(value) && to === lower(destinations.late)
      ? []
      : [`${value} ${token.symbol} were paid out to ${to} without a debt`];
  });
  const missing = due.filter(({ value, isRequired }) => isRequired && !seen.has(value));
  return [...violations, ...missing.map(({ value }) => `${value} ${token.symbol} were not paid out`)];
}

function payoutsOf({ moved, treasury }: TokenFacts) {
  return moved.filter(({ from }) => from === treasury);
}

/** The router keeps nothing, and everybody else has exactly what the events and the payouts say. */
function checkBalances(facts: TokenFacts): string[] {
  const { collected, router, treasury, balances, token } = facts;
  const expected = new Map([...balances.keys()].map((account) => [account, 0n]));
  const give = (account: Collected["recipient"], amount: bigint) =>
    expected.set(account, (expected.get(account) ?? 0n) + amount);
  for (const { recipient, feeRecipient, amount, fee } of collected) {
    give(recipient, amount - fee);
    give(feeRecipient, fee);
  }
  for (const { to, value } of payoutsOf(facts)) {
    give(treasury, -value);
    give(to, value);
  }
  const names = new Map([
    [router, "the router"],
    [treasury, "the treasury"],
  ]);
  return [...expected].flatMap(([account, amount]) => {
    const balance = balances.get(account);
    const who = names.get(account) ?? account;
    return balance === amount ? [] : [`${who} has ${balance} ${token.symbol} of chain ${token.chainId}, not ${amount}`];
  });
}
