import { setTimeout as pause } from "node:timers/promises";
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseEther,
  parseGwei,
  stringToHex,
  type TypedDataDefinition,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import type { Token } from "#lib/chain/tokens.ts";
import { type ApiAnswer, type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { getToken, type TestPartner } from "#test/stack/partner.ts";
import { confirmBody } from "#test/stack/wallet.ts";
import type { FaultChain, Installation } from "./installation.ts";
import type { MerchantKind, PaymentPlan } from "./plan.ts";

export const tokens = {
  authorization: getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
  permit2: getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d"),
} as const;

/** A partner with one merchant for each kind. */
export type Shop = Readonly<Record<MerchantKind, TestPartner>>;

/** One payment from its buyer's side, filled in as it happens. */
export type Purchase = {
  plan: PaymentPlan;
  token: Token;
  chain: FaultChain;
  buyer: Hex;
  /** In the token's smallest units; no other payment of the run has the same. */
  price: bigint;
  /** Null until the API has answered that it created the payment. */
  paymentId: string | null;
  /** The router's commitments that the buyer has signed: one, and another for each further quote. */
  commitments: Hex[];
  /** Whether a confirm of it was accepted. */
  isConfirmed: boolean;
  /** The status in the API at the end; null before. */
  status: string | null;
};

const retryMs = 150;
/** More than local chains suggest, and enough for any of their base fees. */
const fees = { maxPriorityFeePerGas: parseGwei("3"), maxFeePerGas: parseGwei("100") };

/** Plans the purchase of one payment. */
export function planPurchase(installation: Installation, seed: number, plan: PaymentPlan): Purchase {
  const token = tokens[plan.by];
  const chain = installation.chains.find(({ chainId }) => chainId === token.chainId) as FaultChain;
  const buyer = privateKeyToAccount(keyOf(seed, plan)).address;
  const price = BigInt(centsOf(plan)) * 10n ** BigInt(token.decimals - 2);
  return { plan, token, chain, buyer, price, paymentId: null, commitments: [], isConfirmed: false, status: null };
}

/**
 * Creates a payment as the shop does and pays it as a wallet does, despite any failing request.
 * @throws Error once `until` is aborted, wherever it is then.
 */
export async function buy(
  installation: Installation,
  shop: Shop,
  seed: number,
  purchase: Purchase,
  until?: AbortSignal,
): Promise<void> {
  const { plan } = purchase;
  const apis = installation.webs.map(({ url }) => createApiClient(url, shop[plan.merchant]));
  const api = (turn: number): ApiClient => apis[(plan.index + turn) % apis.length] as ApiClient;
  const amount = { unit: "iso4217/USD", value: String(centsOf(plan)) };
  const body = {
    referenceId: `fault ${seed} ${plan.index}`,
    amount,
    expiresAt: Math.floor(Date.now() / 1_000) + 3_600,
  };
  const once = { "idempotency-key": `fault-${seed}-${plan.index}` };
  const insist: Insist = (ask, isAnswer) => repeat(ask, isAnswer, until);
  const created = await insist((turn) => api(turn).merchant("POST", "/v1/payments", body, once));
  if (created.status !== 201) throw new Error(`no payment: ${JSON.stringify(created.body)}`);
  purchase.paymentId = String(created.body.paymentId);
  purchase.isConfirmed = await pay(purchase, purchase.paymentId, api, insist, privateKeyToAccount(keyOf(seed, plan)));
  const final = await insist(
    (turn) => api(turn).gateway("GET", `/v1/gateway/payment/${purchase.paymentId}/status?maxPollMs=5000`),
    ({ body: answer }) => answer.isFinal === true || !purchase.isConfirmed,
  );
  purchase.status = String(final.body.status);
}

type Account = ReturnType<typeof privateKeyToAccount>;
type Option = { id: string; actions: { method?: string; data: { params: [string, string] } }[] };

async function pay(
  purchase: Purchase,
  paymentId: string,
  api: (turn: number) => ApiClient,
  insist: Insist,
  account: Account,
): Promise<boolean> {
  const { plan, chain, token } = purchase;
  for (let quote = 0; quote < 20; quote += 1) {
    const accounts = [`eip155:${chain.chainId}:${account.address}`];
    const offered = await insist(
      (turn) => api(turn).gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts }),
      // While a node is away there are no options.
      ({ status, body }) => status !== 200 || optionsOf(body).length > 0,
    );
    const option = optionsOf(offered.body)[0];
    if (option === undefined) return false;
    const data = JSON.parse(option.actions.at(-1)?.data.params[1] ?? "{}") as TypedDataDefinition;
    purchase.commitments.push(toHex(BigInt(String(data.message.nonce)), { size: 32 }));
    const signature = await account.signTypedData(data);
    const confirm = (turn: number) =>
      api(turn).gateway("POST", `/v1/gateway/payment/${paymentId}/confirm`, confirmBody(option.id, signature));
    const attempts = plan.behaviour === "insists" ? [0, 1, 0, 1, 1] : [0];
    const [answers] = await Promise.all([
      Promise.all(attempts.map((offset) => insist((turn) => confirm(turn + offset)))),
      plan.behaviour === "is cancelled"
        ? insist((turn) => api(turn).merchant("POST", `/v1/payments/${paymentId}/cancel`, {}))
        : null,
    ]);
    const isAccepted = answers.some(({ status }) => status === 200);
    if (isAccepted && plan.behaviour === "empties") {
      // Sooner or later than the relay's simulation, which refuses what can't be collected.
      await pause((plan.index % 6) * 100);
      await empty(chain, account, token);
    }
    if (isAccepted) return true;
    const codes = answers.map(({ body }) => body.code);
    if (codes.some((code) => code === "invalid_state" || code === "payment_expired")) return false;
  }
  return false;
}

function optionsOf(body: Record<string, unknown>): Option[] {
  return (body.options ?? []) as Option[];
}

/**
 * Takes the money away while it is being collected, and bids more than the collection: the chain decides which comes first.
 */
async function empty(chain: FaultChain, account: Account, token: Token): Promise<void> {
  const balance = await chain.client.readContract({
    address: token.address,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [account.address],
  });
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [permit2Address, balance] });
  await chain.client
    .sendTransaction({ account, chain: null, to: token.address, data, gas: 100_000n, ...fees })
    .catch(() => undefined);
}

type Ask = (turn: number) => Promise<ApiAnswer>;
type Insist = (ask: Ask, isAnswer?: (answer: ApiAnswer) => boolean) => Promise<ApiAnswer>;

/**
 * Repeats a request until its response is conclusive. Requests that are lost, or reach a process that is stopping, are sent
 * again, to the other process too.
 */
async function repeat(
  ask: Ask,
  isAnswer: (answer: ApiAnswer) => boolean = () => true,
  until?: AbortSignal,
): Promise<ApiAnswer> {
  for (let turn = 0; ; turn += 1) {
    until?.throwIfAborted();
    const answer = await ask(turn).catch(() => null);
    if (answer !== null && answer.status < 500 && isAnswer(answer)) return answer;
    await pause(retryMs);
  }
}

function centsOf({ index }: PaymentPlan): number {
  return 1_000 + index;
}

function keyOf(seed: number, { index }: PaymentPlan): Hex {
  return keccak256(stringToHex(`fault ${seed} ${index}`));
}

/** Gives a buyer three times what the payment costs, so that a second charge would succeed and be seen. */
export async function fund({ plan, token, chain, buyer: address, price }: Purchase): Promise<void> {
  const slot = (owner: Hex, of: Hex) =>
    keccak256(encodeAbiParameters([{ type: "address" }, { type: "bytes32" }], [owner, of]));
  const word = (value: bigint) => encodeAbiParameters([{ type: "uint256" }], [value]);
  const { client } = chain;
  await client.setBalance({ address, value: parseEther("1") });
  await client.setStorageAt({ address: token.address, index: slot(address, word(0n)), value: word(3n * price) });
  if (plan.by === "authorization") return;
  const allowance = slot(permit2Address, slot(address, word(1n)));
  await client.setStorageAt({ address: token.address, index: allowance, value: word(3n * price) });
}
