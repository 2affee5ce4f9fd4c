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
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import { assetOf, type Token } from "#lib/chain/tokens.ts";
import { type ApiAnswer, type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { getToken, type TestPartner } from "#test/stack/partner.ts";
import { confirmBody } from "#test/stack/wallet.ts";
import type { FaultChain, Installation } from "./installation.ts";
import type { MerchantKind, PaymentPlan } from "./plan.ts";
import { type Insist, repeat } from "./requests.ts";

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
  /** Another account of the buyer, which it may send its tokens to; null for none. */
  hideout: Hex | null;
  /** In the token's smallest units; no other payment of the run that may be collected has the same. */
  price: bigint;
  /** Null until the API has answered that it created the payment. */
  paymentId: string | null;
  /** The ids of the options that it was offered and used. */
  optionIds: string[];
  /**
   * The router's commitments that the buyer has signed: one, and another for each further quote; or the address that a buyer transfers to,
   * in lower case.
   */
  commitments: Hex[];
  /** Whether a confirm of it was accepted. */
  isConfirmed: boolean;
  /** The status in the API at the end; null before. */
  status: string | null;
};

/** More than local chains suggest, and enough for any of their base fees. */
const fees = { maxPriorityFeePerGas: parseGwei("3"), maxFeePerGas: parseGwei("100") };

/** Plans the purchase of one payment. */
export function planPurchase(installation: Installation, seed: number, plan: PaymentPlan): Purchase {
  const token = tokens[plan.by];
  const chain = installation.chains.find(({ chainId }) => chainId === token.chainId) as FaultChain;
  const buyer = privateKeyToAccount(keyOf(seed, plan)).address;
  const price = BigInt(centsOf(plan)) * 10n ** BigInt(token.decimals - 2);
  const untouched = { paymentId: null, optionIds: [], commitments: [], isConfirmed: false, status: null };
  return { plan, token, chain, buyer, hideout: null, price, ...untouched };
}

/** A buyer in a shop: its purchase, the shop's API at either web process, and the account that signs. */
export type Visit = {
  seed: number;
  purchase: Purchase;
  api(turn: number): ApiClient;
  insist: Insist;
  account: PrivateKeyAccount;
};

/** Enters a shop to buy. @param until makes every request of the visit throw once it is aborted. */
export function enter(
  { webs }: Installation,
  partner: TestPartner,
  seed: number,
  purchase: Purchase,
  until?: AbortSignal,
): Visit {
  const { plan } = purchase;
  const apis = webs.map(({ url }) => createApiClient(url, partner));
  return {
    seed,
    purchase,
    api: (turn) => apis[(plan.index + turn) % apis.length] as ApiClient,
    insist: (ask, isAnswer) => repeat(ask, isAnswer, until),
    account: privateKeyToAccount(keyOf(seed, plan)),
  };
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
  const visit = enter(installation, shop[purchase.plan.merchant], seed, purchase, until);
  await order(visit);
  const { behaviour } = purchase.plan;
  if (behaviour === "transfers" || behaviour === "transfers in parts") {
    await payByTransfer(visit, behaviour === "transfers" ? 1 : 2);
    return awaitEnd(visit);
  }
  purchase.isConfirmed = await pay(visit, purchase.plan.behaviour === "insists" ? [0, 1, 0, 1, 1] : [0]);
  await awaitEnd(visit);
}

/** Creates the payment, as the shop does. @throws Error when the shop's API refuses to. */
export async function order(visit: Visit): Promise<void> {
  const { status, body } = await askForPayment(visit, centsOf(visit.purchase.plan));
  if (status !== 201) throw new Error(`no payment: ${JSON.stringify(body)}`);
  visit.purchase.paymentId = String(body.paymentId);
}

/** Asks the shop's API for a payment of so many cents. @returns its answer. */
export function askForPayment({ seed, purchase: { plan }, api, insist }: Visit, cents: number): Promise<ApiAnswer> {
  const body = {
    referenceId: `fault ${seed} ${plan.index}`,
    amount: { unit: "iso4217/USD", value: String(cents) },
    expiresAt: Math.floor(Date.now() / 1_000) + 3_600,
  };
  const once = { "idempotency-key": `fault-${seed}-${plan.index}` };
  return insist((turn) => api(turn).merchant("POST", "/v1/payments", body, once));
}

/** Waits until the payment is final, if a confirm of it was accepted, and notes its status. */
export async function awaitEnd({ purchase, api, insist }: Visit): Promise<void> {
  const final = await insist(
    (turn) => api(turn).gateway("GET", `/v1/gateway/payment/${purchase.paymentId}/status?maxPollMs=5000`),
    ({ body: answer }) => answer.isFinal === true || !purchase.isConfirmed,
  );
  purchase.status = String(final.body.status);
}

/**
 * Pays with what the payment offers, with another quote when one has expired.
 * @param confirms the turns of the confirms that are sent at once.
 * @param spell changes the form of a signature.
 * @returns whether one was accepted.
 */
export async function pay(
  visit: Visit,
  confirms: readonly number[],
  spell: (signature: Hex) => Hex = (signature) => signature,
): Promise<boolean> {
  const { purchase, api, insist, account } = visit;
  const { plan, chain, token, paymentId } = purchase;
  for (let quote = 0; quote < 20; quote += 1) {
    const offer = await findOffer(visit);
    if (offer === null) return false;
    const signature = spell(await account.signTypedData(offer.typedData));
    const [answers] = await Promise.all([
      Promise.all(confirms.map((offset) => confirmOffer(visit, offer, [signature], offset))),
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

/**
 * Asks for a deposit address and transfers the price there, again whenever a reorg has removed the transfer, until the payment has ended.
 * @param parts of the price, each a transfer.
 */
async function payByTransfer({ purchase, api, insist, account }: Visit, parts: number): Promise<void> {
  const { paymentId, token, chain, price } = purchase;
  const path = `/v1/gateway/payment/${paymentId}`;
  const given = await insist(
    (turn) => api(turn).gateway("POST", `${path}/deposit`, { asset: assetOf(token) }),
    ({ status }) => status === 200,
  );
  const address = String(given.body.address) as Hex;
  purchase.commitments.push(address.toLowerCase() as Hex);
  const first = price / BigInt(parts);
  const amounts = parts === 1 ? [price] : [first, price - first];
  const signed = await Promise.all(
    amounts.map((amount, nonce) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [address, amount] });
      const call = { to: token.address, data, nonce, gas: 100_000n, chainId: chain.chainId, type: "eip1559" } as const;
      return account.signTransaction({ ...call, ...fees });
    }),
  );
  await insist(
    async (turn) => {
      for (const serializedTransaction of signed) {
        // It is known already, unless a reorg has removed it.
        await chain.client.sendRawTransaction({ serializedTransaction }).catch(() => undefined);
      }
      return api(turn).gateway("GET", `${path}/status?maxPollMs=2000`);
    },
    ({ body }) => body.isFinal === true,
  );
}

/** An option of a payment, and what its buyer has to sign. */
export type Offer = { id: string; actionCount: number; typedData: TypedDataDefinition };
type Option = { id: string; actions: { data: { params: [string, string] } }[] };

/** Asks until the payment offers its buyer an option. @returns null when the API refuses to. */
export async function findOffer({ purchase, api, insist }: Visit): Promise<Offer | null> {
  const { chain, buyer, paymentId, optionIds, commitments } = purchase;
  const accounts = [`eip155:${chain.chainId}:${buyer}`];
  const offered = await insist(
    (turn) => api(turn).gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts }),
    // While a node is away there are no options.
    ({ status, body }) => status !== 200 || optionsOf(body).length > 0,
  );
  const option = optionsOf(offered.body)[0];
  if (option === undefined) return null;
  const typedData = JSON.parse(option.actions.at(-1)?.data.params[1] ?? "{}") as TypedDataDefinition;
  optionIds.push(option.id);
  commitments.push(nonceOf(typedData));
  return { id: option.id, actionCount: option.actions.length, typedData };
}

/** Returns the nonce that a buyer signs, as 32 bytes: a number for Permit2, bytes for an authorization. */
export function nonceOf({ message }: TypedDataDefinition): Hex {
  return toHex(BigInt(String(message.nonce)), { size: 32 });
}

/** Confirms an offer with the results of its actions. */
export function confirmOffer(
  { purchase: { paymentId }, api, insist }: Visit,
  { id }: Pick<Offer, "id">,
  results: readonly string[],
  offset = 0,
): Promise<ApiAnswer> {
  const path = `/v1/gateway/payment/${paymentId}/confirm`;
  return insist((turn) => api(turn + offset).gateway("POST", path, confirmBody(id, ...results)));
}

function optionsOf(body: Record<string, unknown>): Option[] {
  return (body.options ?? []) as Option[];
}

/**
 * Takes the money away while it is being collected, and bids more than the collection: the chain decides which comes first.
 */
async function empty(chain: FaultChain, account: PrivateKeyAccount, token: Token): Promise<void> {
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

function centsOf({ index }: PaymentPlan): number {
  return 1_000 + index;
}

function keyOf(seed: number, { index }: PaymentPlan): Hex {
  return keccak256(stringToHex(`fault ${seed} ${index}`));
}

/** Gives a buyer three times what the payment costs, so that a second charge would succeed and be seen. */
export async function fund(purchase: Purchase): Promise<void> {
  const { plan, token, chain, buyer: address, price } = purchase;
  const { client } = chain;
  await client.setBalance({ address, value: parseEther("1") });
  await client.setStorageAt({ address: token.address, index: slotOf(address, word(0n)), value: word(3n * price) });
  // The buyer still has to approve Permit2, and never will.
  if (plan.by === "authorization" || plan.behaviour === "invents an approval") return;
  const allowance = slotOf(permit2Address, slotOf(address, word(1n)));
  await client.setStorageAt({ address: token.address, index: allowance, value: word(3n * price) });
}

function slotOf(owner: Hex, of: Hex): Hex {
  return keccak256(encodeAbiParameters([{ type: "address" }, { type: "bytes32" }], [owner, of]));
}

function word(value: bigint): Hex {
  return encodeAbiParameters([{ type: "uint256" }], [value]);
}
