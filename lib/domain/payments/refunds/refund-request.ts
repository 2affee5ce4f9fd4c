import { getChain } from "#lib/chain/chains.ts";
import { type Address, type Caip10, chainIdOf, parseCaip10, toCaip10 } from "#lib/core/caip.ts";
import { TillError } from "#lib/core/errors.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import { isInScope, type Scope } from "#lib/db/scope.ts";
import { logoUrl } from "#lib/domain/merchants/logos/logo-url.ts";
import { getMerchantBranding } from "#lib/domain/merchants/repository.ts";
import { findDestination } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { hashLinkToken } from "#lib/domain/partners/email-links/link-token.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import { findRefundByToken, findSettledTo } from "#lib/domain/payments/refunds/repository.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";

/** A requested refund with the facts that its signing page shows. */
export type RefundRequestView = {
  refund: Refund;
  payment: Payment;
  merchant: { name: string; iconUrl: string | null };
  /** The merchant's accounts that may sign it. */
  payers: readonly Caip10[];
  /** The network of the refund's token. */
  network: { id: number; name: string; explorerUrl: string | null };
};

/** Returns the refund of a link. @throws TillError `not_found` for an unknown link, or one outside the scope. */
export async function getRefundByToken(scope: Scope, token: string): Promise<Refund> {
  const tokenHash = hashLinkToken(token);
  const refund = tokenHash === null ? null : await findRefundByToken(database, tokenHash);
  if (refund === null || !isInScope(scope, refund)) {
    throw new TillError("not_found", { message: "Refund request not found. Check that you copied the whole link." });
  }
  return refund;
}

/** Returns a requested refund by its link's secret. @throws TillError `not_found`. */
export async function getRefundRequest(scope: Scope, token: string): Promise<RefundRequestView> {
  const refund = await getRefundByToken(scope, token);
  const [[payment], { name, logoHash }, payers] = await Promise.all([
    listPaymentsById(database, [refund.paymentId]),
    getMerchantBranding(database, refund.merchantId),
    listPayers(database, refund),
  ]);
  if (payment === undefined) throw new Error(`refund ${refund.id} has no payment`);
  const chainId = chainIdOf(refund.asset);
  const chain = getChain(chainId);
  return {
    refund,
    payment,
    merchant: { name, iconUrl: logoHash && logoUrl(logoHash) },
    payers: payers.map((address) => toCaip10({ chainId, address })),
    network: { id: chainId, name: chain.name, explorerUrl: chain.explorerUrl },
  };
}

/**
 * Lists the wallets that may pay a refund: the one that received the payment, and the merchant's current
 * settlement destination for the token.
 */
export async function listPayers(on: Queryable, { paymentId, merchantId, asset }: Refund): Promise<Address[]> {
  const received = await findSettledTo(on, paymentId);
  const destination = await findDestination(on, merchantId, asset);
  const current = destination === null ? null : (parseCaip10(destination)?.address ?? null);
  return [...new Set([received, current].filter((address) => address !== null))];
}
