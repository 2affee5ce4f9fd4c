import { type GatewayTarget, isNetworkUnavailable, postToGateway } from "#components/checkout/gateway.ts";
import type { WalletTask } from "#components/checkout/wallet/wallet-task.ts";
import type { RefundData } from "#components/refund/refund-data.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";
import type { WireRefundOptions } from "#lib/api/schemas/refund.ts";

/**
 * Fetches the option by which an address pays a refund.
 * @throws GatewayRefusal for a wallet that can't pay it, and when the network doesn't respond.
 */
export async function fetchRefundOption(
  { target, chainId }: { target: GatewayTarget; chainId: number },
  address: string,
  signal: AbortSignal,
): Promise<WireOption> {
  const account = `eip155:${chainId}:${address}`;
  const isRetried = (error: unknown) => !isNetworkUnavailable(error);
  const { options } = await postToGateway<WireRefundOptions>(target, "options", { account }, signal, isRetried);
  const [option] = options;
  if (option === undefined) throw new Error("The refund has no option.");
  // The merchant isn't asked for a buyer's details, and a refund is in the token that was paid.
  return { ...option, collectData: null, exchangeRate: null };
}

/** The task of paying a refund. */
export function refundTask(data: RefundData): WalletTask {
  return {
    id: data.refundId,
    target: data.target,
    merchantName: data.merchantName,
    expiry: data.expiry,
    renew: ({ account }, signal) => fetchRefundOption(data, account.split(":")[2] ?? "", signal),
  };
}
