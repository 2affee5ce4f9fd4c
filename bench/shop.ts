import { setTimeout as sleep } from "node:timers/promises";
import { type Hex, keccak256, parseAbi, stringToHex, type TypedDataDefinition } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import type { AnvilClient } from "#scripts/devnet/anvil-client.ts";
import type { Product } from "#scripts/stack/start-product.ts";

export type Buyer = PrivateKeyAccount;
/** A merchant of a running product, and the chain that its buyers pay on. */
export type Shop = { baseUrl: string; chainId: number; apiKey: string; merchantId: string };
/** An option of a payment: the transactions that its buyer sends, and the typed data that the buyer signs. */
export type Offer = {
  paymentId: string;
  optionId: string;
  asset: string;
  approvals: readonly { to: Hex; data: Hex }[];
  typedData: TypedDataDefinition;
};
/** Signed results that are ready to be sent. */
export type Prepared = { paymentId: string; optionId: string; results: readonly Hex[] };

/** The seeded merchant, which has settlement destinations. */
export function shopOf({ file: { baseUrl, apiKey, merchantId } }: Product, chainId: number): Shop {
  return { baseUrl, chainId, apiKey, merchantId };
}

/** Creates a merchant without a settlement destination. */
export async function createHeldShop(shop: Shop): Promise<Shop> {
  const fields = { merchantName: "Without a destination", merchantEmail: "held@till.example" };
  const { merchantId } = await post(shop, "/v1/merchants", fields, { "idempotency-key": "bench" });
  return { ...shop, merchantId: String(merchantId) };
}

/** Accounts with keys, the same for the same name. */
export function makeBuyers(name: string, count: number): Buyer[] {
  return Array.from({ length: count }, (_, index) => privateKeyToAccount(keccak256(stringToHex(`${name} ${index}`))));
}

/** Gives every buyer more of a token than a benchmark can spend. */
export async function mintTo(client: AnvilClient, { address }: Token, buyers: readonly Buyer[]): Promise<void> {
  const abi = parseAbi(["function mint(address account, uint256 value)"]);
  const account = devAccounts().faucet.address;
  for (const [index, buyer] of buyers.entries()) {
    const call = { address, abi, functionName: "mint", args: [buyer.address, 10n ** 12n] } as const;
    const hash = await client.writeContract({ ...call, account, chain: null, gas: 100_000n });
    // The node's pool takes a limited number of one account's transactions.
    if (index % 200 === 199 || index === buyers.length - 1) await client.waitForTransactionReceipt({ hash });
  }
}

/** Returns a chain's token that is collected by this method. @throws Error when it has none. */
export function tokenBy(chainId: number, method: Token["method"]): Token {
  const token = tokensOfChain(chainId).find((each) => each.method === method);
  if (token === undefined) throw new Error(`chain ${chainId} has no token that is collected by ${method}`);
  return token;
}

/** An answer of the API that isn't 2xx. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function post({ baseUrl, apiKey, merchantId }: Shop, target: string, body: unknown, more = {}) {
  const headers = { "content-type": "application/json", "api-key": apiKey, "merchant-id": merchantId, ...more };
  const response = await fetch(baseUrl + target, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Refused(response.status, `${target}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Asks again, as a client does, when a node was too busy to answer: many payments are prepared at once. */
async function untilServed<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 503 || tries === 10) throw error;
      await sleep(1_000);
    }
  }
}

/** Creates a payment of one dollar. @returns what it offers to the buyer. */
export async function offerTo(shop: Shop, buyer: Buyer, index: number): Promise<Offer[]> {
  const amount = { unit: "iso4217/USD", value: "100" };
  const { paymentId } = await post(shop, "/v1/payments", { referenceId: `order ${index}`, amount });
  const accounts = [`eip155:${shop.chainId}:${buyer.address}`];
  const answer = await untilServed(() => post(shop, `/v1/gateway/payment/${paymentId}/options`, { accounts }));
  type Option = { id: string; amount: { unit: string }; actions: { data: { params: unknown[] } }[] };
  return (answer.options as Option[]).map(({ id, amount: { unit }, actions }) => ({
    paymentId: String(paymentId),
    optionId: id,
    asset: unit,
    approvals: actions.slice(0, -1).map(({ data }) => data.params[0] as { to: Hex; data: Hex }),
    typedData: JSON.parse(String(actions.at(-1)?.data.params[1])) as TypedDataDefinition,
  }));
}

/** Creates a payment and signs its first option. */
export async function prepare(shop: Shop, buyer: Buyer, index: number): Promise<Prepared> {
  const [offer] = await offerTo(shop, buyer, index);
  if (offer === undefined) throw new Error("nothing was offered");
  return { ...offer, results: [await buyer.signTypedData(offer.typedData)] };
}

/** @throws Error when the confirm is refused. */
export function confirm(shop: Shop, prepared: Prepared): Promise<Record<string, unknown>> {
  const { path, body } = confirmOf(prepared);
  return post(shop, path, body);
}

/** The request that confirms a payment. */
export function confirmOf({ paymentId, optionId, results }: Prepared): { path: string; body: object } {
  const entries = results.map((result) => ({ type: "walletRpc", data: [result] }));
  return { path: `/v1/gateway/payment/${paymentId}/confirm`, body: { optionId, results: entries } };
}

/** Runs `work` for each index, with at most `limit` at once. @returns the results in order. */
export async function inParallel<T>(count: number, limit: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const indexes = Array.from({ length: count }, (_, index) => index).values();
  const done: T[] = [];
  const next = async () => {
    for (const index of indexes) done[index] = await work(index);
  };
  await Promise.all(Array.from({ length: limit }, next));
  return done;
}
