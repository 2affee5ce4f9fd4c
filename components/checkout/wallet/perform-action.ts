import type { Config } from "wagmi";
import { switchChain } from "wagmi/actions";
import { addressOf, chainIdOf, isSameAddress, type Wallet } from "#components/checkout/wallet/accounts.ts";
import { walletRefusal } from "#components/checkout/wallet/wallet-errors.ts";
import type { WireAction, WireOption } from "#lib/api/schemas/gateway.ts";

export class NetworkRefused extends Error {}
export class WrongAccount extends Error {}

type Provider = { request(call: { method: string; params: unknown }): Promise<unknown> };

/** The only methods that the checkout forwards from the gateway to a wallet. */
const allowedMethods = new Set(["eth_signTypedData_v4", "eth_sendTransaction", "personal_sign"]);

/**
 * Asks the wallet to perform one action, after switching it to the action's network and checking its account.
 * @returns the signature, or the hash of the transaction.
 * @throws NetworkRefused, WrongAccount, or the wallet's own error.
 */
export async function performAction(
  config: Config,
  { connector }: Wallet,
  { data: { chain_id, method, params } }: WireAction,
  option: WireOption,
  onPhase: (phase: "switching" | "signing") => void,
): Promise<string> {
  if (!allowedMethods.has(method)) throw new Error(`The checkout doesn't support ${method}.`);
  const chainId = chainIdOf(chain_id);
  if ((await connector.getChainId()) !== chainId) {
    onPhase("switching");
    await switchChain(config, { chainId, connector }).catch((error: unknown) => {
      const { kind } = walletRefusal(error);
      throw kind === "pending" || kind === "locked" ? error : new NetworkRefused();
    });
  }
  const accounts = await connector.getAccounts();
  if (!accounts.some((account) => isSameAddress(account, addressOf(option)))) throw new WrongAccount();
  onPhase("signing");
  const provider = (await connector.getProvider({ chainId })) as Provider;
  const result = await provider.request({ method, params });
  if (typeof result !== "string") throw new Error(`The wallet answered ${method} without a result.`);
  return result;
}
