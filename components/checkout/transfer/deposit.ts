import type { WireAmount } from "#lib/api/schemas/amount.ts";
import type { WireStatus } from "#lib/api/schemas/payment.ts";
import { formatAtomic } from "#lib/core/money.ts";

/** A payment's address and what has arrived there. */
export type Deposit = NonNullable<WireStatus["deposit"]>;

/** The stage of a transfer. `partly`: some of it arrived. `priceExpired`: another address has the price of today. */
export type DepositStage = "waiting" | "partly" | "confirming" | "priceExpired" | "over";

type Moment = {
  /** The deposit's amount no longer pays the payment. */
  isPastPayable: boolean;
  /** A new address can be given. */
  isRenewable: boolean;
};

/** Returns how far a transfer is. Money in blocks that aren't final yet counts as arrived. */
export function depositStage(deposit: Deposit, { isPastPayable, isRenewable }: Moment): DepositStage {
  if (isFullyThere(deposit)) return "confirming";
  if (isPastPayable) return isRenewable ? "priceExpired" : "over";
  return arrivedAtomic(deposit) > 0n ? "partly" : "waiting";
}

/** Returns what has arrived, in final blocks and newer ones, in smallest units. */
export function arrivedAtomic({ received, pending }: Deposit): bigint {
  return BigInt(received.value) + BigInt(pending.value);
}

/** The words about the money that is left. */
export const leftMessages = { money: "left.money", tooMuch: "left.tooMuch" } as const;

/** Money of a payment that has ended and that the merchant has to decide about. `tooMuch`: more than a payment that succeeded asked for. */
export type LeftMoney = { kind: "money" | "tooMuch"; amount: WireAmount; deposit: Deposit };

/** Less than this part of the amount is dust, about which the merchant gets no event. */
const dustDivisor = 100n;

/** Returns the money of transfers that is left at a payment's end; null for none. */
export function leftMoney({ isFinal, status, info, deposit }: WireStatus): LeftMoney | null {
  if (!isFinal || deposit === undefined) return null;
  const asked = BigInt(deposit.amount.value);
  const isSuccess = status === "succeeded";
  if (isSuccess && info?.optionAmount.unit !== deposit.amount.unit) return null;
  const value = isSuccess ? BigInt(info?.optionAmount.value ?? 0) - asked : arrivedAtomic(deposit);
  if (value * dustDivisor <= asked) return null;
  return { kind: isSuccess ? "tooMuch" : "money", amount: { ...deposit.amount, value: String(value) }, deposit };
}

function isFullyThere(deposit: Deposit): boolean {
  return arrivedAtomic(deposit) >= BigInt(deposit.amount.value);
}

/**
 * Returns the address to show: the one that the buyer chose on this page, until the server names another one that has money.
 * @param answered the latest of the server; undefined while no address was given.
 * @param chosen the latest on this page; undefined for none.
 */
export function shownDeposit(answered: Deposit | undefined, chosen: Deposit | undefined): Deposit | undefined {
  if (answered === undefined || chosen === undefined) return answered ?? chosen;
  return answered.address === chosen.address || arrivedAtomic(answered) > 0n ? answered : chosen;
}

/** Returns the transfer of what is missing as an EIP-681 URI. */
export function requestOf({ uri, missing }: Deposit): string {
  return uri.replace(/uint256=\d+$/, `uint256=${missing.value}`);
}

/** Formats an amount for the field of another app: in digits and a point, whatever the language. */
export function plainFigure({ value, display }: WireAmount): string {
  return formatAtomic(BigInt(value), display.decimals).replace(/(\.\d\d\d*?)0+$/, "$1");
}

/** Returns the asset of a token amount, as CAIP-19. */
export function assetOf({ unit }: WireAmount): string {
  return unit.replace(/^caip19\//, "");
}

/** Returns the chain of a token amount, as CAIP-2. @throws Error for an amount that isn't of a token. */
export function chainOf({ unit }: WireAmount): string {
  const chain = /^caip19\/(eip155:\d+)\//.exec(unit)?.[1];
  if (chain === undefined) throw new Error(`${unit} is not a token`);
  return chain;
}
