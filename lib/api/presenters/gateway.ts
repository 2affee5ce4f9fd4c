import { presentAmount } from "#lib/api/presenters/amount.ts";
import { presentLive } from "#lib/api/presenters/live.ts";
import { presentDeposit, presentDepositUntil, presentResult, presentShown } from "#lib/api/presenters/payment.ts";
import type { WireForm } from "#lib/api/schemas/gateway.ts";
import { getChain } from "#lib/chain/chains.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import { formFields, formSchema } from "#lib/core/buyer-form/form-schema.ts";
import { parseCaip10, toCaip10, toCaip19 } from "#lib/core/caip.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import { formatRatio } from "#lib/core/money.ts";
import type { BuyerDataRequest } from "#lib/domain/payments/buyer-data/find-buyer-data-request.ts";
import { buyerDataFormLink } from "#lib/domain/payments/buyer-data/get-buyer-data-form.ts";
import { arrivedAt } from "#lib/domain/payments/deposit-addresses/find-deposit.ts";
import type { Given, Transferable } from "#lib/domain/payments/deposits/give-address.ts";
import type { GatewayPayment } from "#lib/domain/payments/gateway/gateway-payment.ts";
import type { OfferedOption } from "#lib/domain/payments/gateway/list-options.ts";
import type { Offer } from "#lib/domain/payments/gateway/offer-options.ts";
import { type WalletAction, walletActions } from "#lib/domain/payments/gateway/wallet-actions.ts";
import { isFinal, type PaymentStatus } from "#lib/domain/payments/payment.ts";

/** A payment as a buyer's wallet sees it. */
export function presentInfo({ payment, merchant, buyerApp, deposit }: GatewayPayment, status: PaymentStatus) {
  const buyer = payment.buyer && {
    accountCaip10: payment.buyer.account,
    // Empty without an app: wallet SDKs fail to parse a buyer without this key.
    accountProviderName: buyerApp?.name ?? "",
    ...(buyerApp?.iconUrl ? { accountProviderIcon: buyerApp.iconUrl } : {}),
  };
  return {
    ...presentLive(payment),
    status,
    amount: presentAmount(payment.amount),
    expiresAt: toUnixSeconds(payment.expiresAt),
    ...presentDepositUntil(payment),
    ...presentDeposit(deposit),
    merchant,
    ...(buyer ? { buyer } : {}),
    checkout: payment.checkout,
  };
}

/** One wallet action in both shapes that wallets read. */
export function presentAction({ chainId, method, params }: WalletAction) {
  return {
    type: "walletRpc" as const,
    data: { chain_id: chainId, method, params },
    walletRpc: { chainId, method, params: JSON.stringify(params) },
  };
}

/** Significant digits of an exchange rate, as banks show it. */
const rateDigits = 5;

function presentOption({ option, etaSeconds, balance, exchangeRate }: OfferedOption, request: BuyerDataRequest | null) {
  const asset = toCaip19({ chainId: option.chainId, address: option.token });
  return {
    id: option.id,
    account: option.account,
    amount: presentAmount({ unit: { kind: "token", asset }, value: option.amount }),
    balance: balance.toString(),
    etaS: etaSeconds,
    expiresAt: toUnixSeconds(option.expiresAt),
    exchangeRate: exchangeRate && {
      currency: exchangeRate.currency,
      value: formatRatio(exchangeRate.ratio, rateDigits),
    },
    actions: walletActions(option).map(presentAction),
    collectData: presentForm(option.paymentId, requestOf(request, option)),
  };
}

/** The buyer data that an option's account needs, covering the same address on every chain, so it is collected once. */
function requestOf(
  request: BuyerDataRequest | null,
  { chainId, buyer }: OfferedOption["option"],
): BuyerDataRequest | null {
  if (request === null || !request.accounts.includes(toCaip10({ chainId, address: buyer }))) return null;
  return { ...request, accounts: request.accounts.filter((account) => parseCaip10(account)?.address === buyer) };
}

/** The options of a payment. A payment that has ended has none, and its result if it succeeded. */
export function presentOptions(
  { found, status, options, unavailable, shortfalls, buyerDataRequest }: Offer,
  includesInfo: boolean,
) {
  return {
    paymentId: found.payment.id,
    ...presentLive(found.payment),
    ...(includesInfo ? { info: presentInfo(found, status) } : {}),
    options: isFinal(status) ? null : options.map((one) => presentOption(one, buyerDataRequest)),
    collectData: presentForm(found.payment.id, buyerDataRequest),
    resultInfo: presentResult(found.payment.result),
    unavailableNetworks: unavailable.map(presentNetwork),
    shortfalls: shortfalls.map(({ account, chainId, token, amount, missing }) => {
      const unit = { kind: "token", asset: toCaip19({ chainId, address: token }) } as const;
      return {
        account,
        amount: presentAmount({ unit, value: amount }),
        missing: presentAmount({ unit, value: missing }),
      };
    }),
  };
}

function presentNetwork(chainId: number) {
  return { chainId: `eip155:${chainId}`, name: getChain(chainId).name };
}

/** The tokens in which a payment can be paid by a transfer. */
export function presentTransferable({ payment, tokens, unavailable }: Transferable) {
  return {
    paymentId: payment.id,
    ...presentLive(payment),
    assets: tokens.map(({ token, amount: value }) => {
      const asset = assetOf(token);
      return { asset, amount: presentAmount({ unit: { kind: "token", asset }, value }) };
    }),
    depositUntil: toUnixSeconds(payment.depositUntil ?? payment.expiresAt),
    unavailableNetworks: unavailable.map(presentNetwork),
  };
}

/** A deposit address that was given to a buyer. */
export function presentGiven({ payment, address }: Given) {
  return {
    paymentId: payment.id,
    ...presentLive(payment),
    ...presentShown({ address, arrived: arrivedAt(address) }),
    depositUntil: toUnixSeconds(payment.depositUntil ?? payment.expiresAt),
    code: address.code,
  };
}

/**
 * The buyer-data form in the shape wallets read (docs/contract.md); null if none is required. The
 * checkbox's name holds the terms that the buyer accepts, for wallets that draw the form themselves.
 */
function presentForm(paymentId: string, request: BuyerDataRequest | null): WireForm | null {
  if (request === null) return null;
  const { name, termsUrl, privacyUrl } = request.provider;
  const acceptance = `I accept the terms (${termsUrl}) and the privacy policy (${privacyUrl}) of ${name}`;
  const fields = formFields.map((field) => (field.id === "tosConfirmed" ? { ...field, name: acceptance } : field));
  return { url: buyerDataFormLink(paymentId, request.accounts), schema: { ...formSchema }, fields };
}
