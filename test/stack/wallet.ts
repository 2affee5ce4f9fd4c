import type { TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ApiAnswer, ApiClient } from "#test/stack/api-client.ts";
import { until } from "#test/until.ts";

type Buyer = { address: `0x${string}`; privateKey: `0x${string}` };
type Option = { id: string; actions: { data: { params: unknown[] } }[] };

/** Returns the options that a payment offers to a buyer on one chain. */
export async function getOptions(api: ApiClient, paymentId: string, buyer: Buyer, chainId = 8453): Promise<Option[]> {
  const accounts = [`eip155:${chainId}:${buyer.address}`];
  const answer = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return (answer.body.options ?? []) as Option[];
}

/** Returns the first option. @throws Error when there is none. */
export async function getFirstOption(api: ApiClient, paymentId: string, buyer: Buyer): Promise<Option> {
  const [option] = await getOptions(api, paymentId, buyer);
  if (option === undefined) throw new Error("no option");
  return option;
}

/** Signs what an option asks for, with any key. */
export function signOption(option: Option, { privateKey }: Buyer): Promise<`0x${string}`> {
  const params = option.actions[0]?.data.params;
  if (params === undefined) throw new Error("the option asks for nothing");
  return privateKeyToAccount(privateKey).signTypedData(JSON.parse(String(params[1])) as TypedDataDefinition);
}

/** The body of a confirm. */
export function confirmBody(optionId: string, ...signatures: string[]) {
  return { optionId, results: signatures.map((signature) => ({ type: "walletRpc", data: [signature] })) };
}

/** Confirms an option with one signature. */
export function confirm(api: ApiClient, paymentId: string, optionId: string, signature: string): Promise<ApiAnswer> {
  return api.gateway("POST", `/v1/gateway/payment/${paymentId}/confirm`, confirmBody(optionId, signature));
}

/** Waits until the payment is final. @returns its status. */
export function awaitFinal(api: ApiClient, paymentId: string): Promise<string> {
  return until(`the end of ${paymentId}`, async () => {
    const path = `/v1/gateway/payment/${paymentId}/status?maxPollMs=25000`;
    const { body } = await api.gateway("GET", path);
    return body.isFinal === true ? String(body.status) : null;
  });
}

/** Waits until the payment's details show its settlement. @returns the settlement's transaction hash. */
export function awaitSettlement(api: ApiClient, paymentId: string): Promise<string> {
  return until(`the settlement of ${paymentId}`, async () => {
    const { body } = await api.merchant("GET", `/v1/payments/${paymentId}`);
    const settlement = body.settlement as { successful: { txId: string } } | null;
    return settlement?.successful.txId;
  });
}
