import { presentAmount } from "#lib/api/presenters/amount.ts";
import { presentResult } from "#lib/api/presenters/payment.ts";
import type { WireAction, WireInfo, WireOption } from "#lib/api/schemas/gateway.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import type { GatewayPayment } from "#lib/domain/gateway/gateway-payment.ts";
import type { OfferedOption } from "#lib/domain/gateway/list-options.ts";
import { type WalletAction, walletActions } from "#lib/domain/gateway/wallet-actions.ts";
import { isFinal, type PaymentStatus } from "#lib/domain/payments/payment.ts";

/** A payment as a buyer's wallet sees it. */
export function presentInfo({ payment, merchant, buyerApp }: GatewayPayment, status: PaymentStatus): WireInfo {
  const buyer = payment.buyer && {
    accountCaip10: payment.buyer.account,
    ...(buyerApp ? { accountProviderName: buyerApp.name } : {}),
    ...(buyerApp?.iconUrl ? { accountProviderIcon: buyerApp.iconUrl } : {}),
  };
  return {
    status,
    amount: presentAmount(payment.amount),
    expiresAt: toUnixSeconds(payment.expiresAt),
    merchant,
    ...(buyer ? { buyer } : {}),
  };
}

/** One wallet action in both shapes that wallets read. */
export function presentAction({ chainId, method, params }: WalletAction): WireAction {
  return {
    type: "walletRpc",
    data: { chain_id: chainId, method, params },
    walletRpc: { chainId, method, params: JSON.stringify(params) },
  };
}

function presentOption({ option, etaSeconds }: OfferedOption): WireOption {
  const asset = toCaip19({ chainId: option.chainId, address: option.token });
  return {
    id: option.id,
    account: option.account,
    amount: presentAmount({ unit: { kind: "token", asset }, value: option.amount }),
    etaS: etaSeconds,
    expiresAt: toUnixSeconds(option.expiresAt),
    actions: walletActions(option).map(presentAction),
    collectData: null,
  };
}

/** The options of a payment; a payment that has ended has none, and its result if it succeeded. */
export function presentOptions(
  found: GatewayPayment,
  status: PaymentStatus,
  options: readonly OfferedOption[],
  includesInfo: boolean,
) {
  return {
    paymentId: found.payment.id,
    ...(includesInfo ? { info: presentInfo(found, status) } : {}),
    options: isFinal(status) ? null : options.map(presentOption),
    collectData: null,
    resultInfo: presentResult(found.payment.result),
  };
}
