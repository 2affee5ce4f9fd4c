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
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import type { Token } from "#lib/chain/tokens.ts";
import { type ApiAnswer, type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { getToken, type TestPartner } from "#test/stack/partner.ts";
import { confirmBody } from "#test/stack/wallet.ts";
import type { FaultChain, Installation } from "./installation.ts";
import type { PaymentPlan } from "./plan.ts";

export const tokens = {
  authorization: getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
  permit2: getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d"),
} as const;

/** The two merchants of a partner, one of which has a settlement destination. */
export type Shop = { settled: TestPartner; unsettled: TestPartner };

export type PaidPayment = {
  plan: PaymentPlan;
  paymentId: string;
  token: Token;
  chain: FaultChain;
  buyer: Hex;
  /** In the token's smallest units; no other payment of the run has the same. */
  price: bigint;
  /** Whether a confirm of it was accepted. */
  isConfirmed: boolean;
  /** The status in the API at the end. */
  status: string;
};

const retryMs = 150;
/** More than local chains suggest, and enough for any of their base fees. */
const fees = { maxPriorityFeePerGas: parseGwei("3"), maxFeePerGas: parseGwei("100") };

/** Creates a payment as the shop does and pays it as a wallet does, despite any failing request. */
export async function buy(
  installation: Installation,
  shop: Shop,
  seed: number,
  plan: PaymentPlan,
): Promise<PaidPayment> {
  const partner = plan.isSettled ? shop.settled : shop.unsettled;
  const apis = installation.webs.map(({ url }) => createApiClient(url, partner));
  const api = (turn: number): ApiClient => apis[(plan.index + turn) % apis.length] as ApiClient;
  const token = tokens[plan.by];
  const chain = installation.chains.find(({ chainId }) => chainId === token.chainId) as FaultChain;
  const key = keyOf(seed, plan);
  const account = privateKeyToAccount(key);
  const cents = centsOf(plan);

  const amount = { unit: "iso4217/USD", value: String(cents) };
  const body = {
    referenceId: `fault ${seed} ${plan.index}`,
    amount,
    expiresAt: Math.floor(Date.now() / 1_000) + 3_600,
  };
  const once = { "idempotency-key": `fault-${seed}-${plan.index}` };
  const created = await insist((turn) => api(turn).merchant("POST", "/v1/payments", body, once));
  if (created.status !== 201) throw new Error(`no payment: ${JSON.stringify(created.body)}`);
  const paymentId = String(created.body.paymentId);
  const isConfirmed = await pay(plan, paymentId, api, chain, account, token);
  const final = await insist(
    (turn) => api(turn).gateway("GET", `/v1/gateway/payment/${paymentId}/status?maxPollMs=5000`),
    ({ body: answer }) => answer.isFinal === true || !isConfirmed,
  );
  const price = BigInt(cents) * 10n ** BigInt(token.decimals - 2);
  return {
    plan,
    paymentId,
    token,
    chain,
    buyer: account.address,
    price,
    isConfirmed,
    status: String(final.body.status),
  };
}

type Account = ReturnType<typeof privateKeyToAccount>;
type Option = { id: string; actions: { method?: string; data: { params: [string, string] } }[] };

async function pay(
  plan: PaymentPlan,
  paymentId: string,
  api: (turn: number) => ApiClient,
  chain: FaultChain,
  account: Account,
  token: Token,
): Promise<boolean> {
  for (let quote = 0; quote < 20; quote += 1) {
    const accounts = [`eip155:${chain.chainId}:${account.address}`];
    const offered = await insist(
      (turn) => api(turn).gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts }),
      // While a node is away there are no options.
      ({ status, body }) => status !== 200 || optionsOf(body).length > 0,
    );
    const option = optionsOf(offered.body)[0];
    if (option === undefined) return false;
    const params = option.actions.at(-1)?.data.params ?? ["", "{}"];
    const signature = await account.signTypedData(JSON.parse(params[1]) as TypedDataDefinition);
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
    if (isAccepted && plan.behaviour === "empties") await empty(chain, account, token);
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

/**
 * Repeats a request until its response is conclusive. Requests that are lost, or reach a process that is stopping, are sent
 * again, to the other process too.
 */
async function insist(
  ask: (turn: number) => Promise<ApiAnswer>,
  isAnswer: (answer: ApiAnswer) => boolean = () => true,
): Promise<ApiAnswer> {
  for (let turn = 0; ; turn += 1) {
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
export async function fund(installation: Installation, seed: number, plan: PaymentPlan): Promise<void> {
  const token = tokens[plan.by];
  const chain = installation.chains.find(({ chainId }) => chainId === token.chainId) as FaultChain;
  const { address } = privateKeyToAccount(keyOf(seed, plan));
  const price = BigInt(centsOf(plan)) * 10n ** BigInt(token.decimals - 2);
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
