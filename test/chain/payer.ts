import { type Hex, isAddressEqual, type TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Address } from "#lib/core/caip.ts";
import type { SmartWallet } from "#test/chain/smart-wallet.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import type { ApiAnswer, ApiClient } from "#test/stack/api-client.ts";

/** An account that performs an option's actions. */
export type Payer = {
  account: Address;
  /** Sends a transaction and waits until it is mined, successful or not. @returns its hash. */
  send(target: Address, data: Hex): Promise<Hex>;
  sign(typedData: TypedDataDefinition): Promise<Hex>;
};

/** An action on the wire carries its request in two forms; this is one of them. */
type WireAction = { data: { chain_id: string; method: string; params: unknown[] } };

/** An option on the wire. */
export type WireOption = {
  id: string;
  account: string;
  amount: { unit: string; value: string };
  actions: WireAction[];
};

/** An account with a key and enough of the native coin to send transactions. */
export function keyPayer({ client }: TestChain, privateKey: Hex): Payer {
  const signer = privateKeyToAccount(privateKey);
  return {
    account: signer.address,
    async send(to, data) {
      // With a fixed gas limit, because an estimate would reject a call that reverts.
      const hash = await client.sendTransaction({ account: signer, chain: null, to, data, gas: 300_000n });
      await client.waitForTransactionReceipt({ hash });
      return hash;
    },
    sign: (typedData) => signer.signTypedData(typedData),
  };
}

/** A contract wallet, deployed or not. */
export function contractPayer(wallet: SmartWallet): Payer {
  return { account: wallet.address, send: wallet.execute, sign: wallet.sign };
}

/** Lists the options that a payment offers to an account on a chain. */
export async function listOffers(
  api: ApiClient,
  paymentId: string,
  chainId: number,
  account: Address,
): Promise<WireOption[]> {
  const accounts = [`eip155:${chainId}:${account}`];
  const answer = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.options as WireOption[];
}

/**
 * Performs an option's actions one by one.
 * @param signsFirst signs before it sends anything, as wallets that prompt their user once may do.
 * @returns the results in the order of the actions.
 */
export async function perform(
  { actions }: Pick<WireOption, "actions">,
  payer: Payer,
  signsFirst = false,
): Promise<Hex[]> {
  const results = new Map<WireAction, Hex>();
  const isSignature = ({ data }: WireAction) => data.method === "eth_signTypedData_v4";
  const inTurn = signsFirst ? actions.toSorted((a, b) => Number(isSignature(b)) - Number(isSignature(a))) : actions;
  for (const action of inTurn) results.set(action, await act(action, payer));
  return actions.map((action) => results.get(action) ?? "0x");
}

async function act({ data: { method, params } }: WireAction, payer: Payer): Promise<Hex> {
  if (method === "eth_signTypedData_v4") return payer.sign(JSON.parse(String(params[1])) as TypedDataDefinition);
  if (method !== "eth_sendTransaction") throw new Error(`unexpected method ${method}`);
  const { from, to, data } = params[0] as { from: Address; to: Address; data: Hex };
  if (!isAddressEqual(from, payer.account)) throw new Error(`${from} is not the account`);
  return payer.send(to, data);
}

/** Confirms an option with the results of its actions. */
export function confirmWith(
  api: ApiClient,
  paymentId: string,
  { id: optionId }: WireOption,
  results: readonly Hex[],
): Promise<ApiAnswer> {
  const entries = results.map((result) => ({ type: "walletRpc", data: [result] }));
  return api.gateway("POST", `/v1/gateway/payment/${paymentId}/confirm`, { optionId, results: entries });
}
