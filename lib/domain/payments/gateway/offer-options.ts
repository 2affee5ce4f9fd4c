import { registry } from "#lib/chain/chains.ts";
import { findCollectionCost } from "#lib/chain/gas-price.ts";
import { isCaip10, parseCaip10, toCaip2, toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import type { Scope } from "#lib/db/scope.ts";
import {
  type BuyerDataRequest,
  findBuyerDataRequest,
} from "#lib/domain/payments/buyer-data/find-buyer-data-request.ts";
import { type GatewayPayment, getGatewayPayment } from "#lib/domain/payments/gateway/gateway-payment.ts";
import { limitOptions } from "#lib/domain/payments/gateway/limit-options.ts";
import { listOptions, type OfferedOption, type OptionsFound } from "#lib/domain/payments/gateway/list-options.ts";
import { isConfirmable, type Payment, type PaymentStatus, statusAt } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { requireGasLeft } from "#lib/domain/platform/gas-budget/require-gas-left.ts";

export type Offer = OptionsFound & {
  found: GatewayPayment;
  status: PaymentStatus;
  /** The form that the options' accounts must fill in first; null for none. */
  buyerDataRequest: BuyerDataRequest | null;
};

const noOptions: OptionsFound = { options: [], unavailable: [], shortfalls: [] };

/**
 * Offers a buyer's accounts the options they can pay with. Only an open payment has options.
 * @throws TillError `payment_not_found`; `params_validation` for a malformed account; `invalid_state` and
 * `bad_gateway` like {@link listOptions}; `rate_limited` when the payment's options are requested too often,
 * or when a budget for gas is used up and an option needs an approval, which the buyer would pay for in vain.
 */
export async function offerOptions(
  { scope, appId }: { scope: Scope; appId: string | null },
  idOrLink: string,
  accounts: readonly string[],
  rates: RateSource,
): Promise<Offer> {
  const found = await getGatewayPayment(scope, idOrLink);
  const malformed = accounts.flatMap((account, index) => (isAcceptable(account) ? [] : [index]));
  if (malformed.length > 0) {
    const issues = malformed.map((index) => ({ field: `accounts.${index}`, message: "must be a CAIP-10 account" }));
    throw new TillError("params_validation", { issues, isUnusable: true });
  }
  const now = clock.now();
  const status = statusAt(found.payment, now);
  // After its expiry, a payment that stays open for transfers can't be signed for.
  const isOpen = isConfirmable(found.payment, now);
  if (isOpen) await limitOptions(found.payment.id, accounts.length);
  const { options, unavailable, shortfalls } = isOpen ? await listOptions(found.payment, accounts, rates) : noOptions;
  await requireGasForApprovals(found.payment, appId, options);
  const accountsOfOptions = options.map(({ option }) => toCaip10({ chainId: option.chainId, address: option.buyer }));
  const buyerDataRequest = await findBuyerDataRequest(found.payment, accountsOfOptions, rates);
  return { found, status, options, unavailable, shortfalls, buyerDataRequest };
}

/**
 * True for a CAIP-10 account. Its checksum is checked on the chains of the registry only: others may have
 * other checksums, such as those of EIP-1191, and wallets send all of their accounts.
 */
function isAcceptable(account: string): boolean {
  if (registry.some(({ id }) => account.startsWith(`${toCaip2(id)}:`))) return parseCaip10(account) !== null;
  return isCaip10(account);
}

/** Checks the budget for the cheapest option that needs an approval, if any does. */
async function requireGasForApprovals(
  { partnerId }: Payment,
  appId: string | null,
  options: readonly OfferedOption[],
): Promise<void> {
  const chainIds = options.flatMap(({ option }) => (option.approvals.length > 0 ? [option.chainId] : []));
  if (chainIds.length === 0) return;
  const costs = await Promise.all([...new Set(chainIds)].map(async (id) => (await findCollectionCost(id)) ?? 0n));
  const [cheapest = 0n] = costs.toSorted((a, b) => Number(a - b));
  await requireGasLeft(partnerId, appId, cheapest);
}
