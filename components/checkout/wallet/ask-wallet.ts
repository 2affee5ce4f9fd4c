import type { Config } from "wagmi";
import { switchChain } from "wagmi/actions";
import { addressOf, chainIdOf, isSameAddress } from "#components/checkout/wallet/accounts.ts";
import type { Wallet } from "#components/checkout/wallet/wallet.ts";
import { walletRefusal } from "#components/checkout/wallet/wallet-errors.ts";
import type { WireAction, WireOption } from "#lib/api/schemas/gateway.ts";

export class NetworkRefused extends Error {}
export class WrongAccount extends Error {}

type Provider = { request(call: { method: string; params: unknown }): Promise<unknown> };

/** What the gateway may ask of a wallet; nothing else is handed on to it. */
const methods = new Set(["eth_signTypedData_v4", "eth_sendTransaction", "personal_sign"]);

/**
 * Has the wallet do one action, on the right network and with the right account.
 * @returns the signature, or the hash of the transaction.
 * @throws NetworkRefused, WrongAccount, or whatever the wallet throws.
 */
export async function askWallet(
  config: Config,
  { connector }: Wallet,
  { data: { chain_id, method, params } }: WireAction,
  option: WireOption,
  onPhase: (phase: "switching" | "signing") => void,
): Promise<string> {
  if (!methods.has(method)) throw new Error(`The checkout does not do ${method}.`);
  const chainId = chainIdOf(chain_id);
  if ((await connector.getChainId()) !== chainId) {
    onPhase("switching");
    await switchChain(config, { chainId, connector }).catch((error: unknown) => {
      throw walletRefusal(error).kind === "pending" ? error : new NetworkRefused();
    });
  }
  const accounts = await connector.getAccounts();
  if (!accounts.some((one) => isSameAddress(one, addressOf(option)))) throw new WrongAccount();
  onPhase("signing");
  const provider = (await connector.getProvider({ chainId })) as Provider;
  const result = await provider.request({ method, params });
  if (typeof result !== "string") throw new Error(`${method} gave no text`);
  return result;
}
