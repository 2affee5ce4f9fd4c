import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { WireAmount } from "#lib/api/schemas/amount.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";
import type { WireStatus } from "#lib/api/schemas/payment.ts";
import { chainIds } from "#lib/chain/tokens.ts";
import { toCaip2, toCaip10 } from "#lib/core/caip.ts";
import { formatAtomic } from "#lib/core/money.ts";
import {
  awaitStatus,
  confirm,
  fetchActions,
  type GatewayTarget,
  getOptions,
  readLink,
} from "#scripts/pay/gateway-client.ts";
import { type NodeUrls, performAction } from "#scripts/pay/perform-action.ts";

export type PayOptions = {
  link: string;
  appId: string;
  privateKey: Hex;
  /** Pay on this chain only. */
  chainId?: number | undefined;
  /** Pay with this token only, by symbol. */
  token?: string | undefined;
  /** The nodes to send transactions to, for options that need one. */
  nodeUrls?: NodeUrls | undefined;
  /** Called with a description of each step, for the user. */
  onStep?: (step: string) => void;
};

/** The account can't pay the payment; the message says why. */
class NoPaymentOption extends Error {
  override readonly name = "NoPaymentOption";
}

/**
 * Pays a payment link like any wallet: with the public gateway, an App-Id, a private key and, for options that need a
 * transaction, a node of the chain.
 * @returns the final status.
 * @throws NoPaymentOption when no option matches; GatewayError when the gateway refuses a step.
 */
export async function pay(options: PayOptions) {
  const { link, appId, privateKey, chainId, token, nodeUrls = new Map(), onStep = () => undefined } = options;
  const target = readLink(link, appId);
  const account = privateKeyToAccount(privateKey);
  const chains = chainId === undefined ? chainIds : [chainId];
  const accounts = chains.map((id) => toCaip10({ chainId: id, address: account.address }));
  const { info, options: offered } = await getOptions(target, accounts);
  onStep(
    `Paying ${info?.merchant.name ?? target.paymentId} ${info ? formatAmount(info.amount) : ""} from ${account.address}`,
  );
  const option = chooseOption(offered, { chainId, token });
  onStep(`Option ${option.id}: ${formatAmount(option.amount)}, final in about ${option.etaS} s`);
  const actions = option.actions.length > 0 ? option.actions : await fetchActions(target, option.id);
  const results: Hex[] = [];
  for (const [index, action] of actions.entries()) {
    onStep(`Step ${index + 1} of ${actions.length}: ${action.data.method} on ${action.data.chain_id}`);
    results.push(await performAction(account, action, nodeUrls));
  }
  const confirmed = await confirm(target, option.id, results);
  onStep(`Confirmed: ${confirmed.status}`);
  return awaitFinal(target, confirmed, onStep);
}

function chooseOption(
  options: readonly WireOption[] | null,
  { chainId, token }: Pick<PayOptions, "chainId" | "token">,
): WireOption {
  if (options === null) throw new NoPaymentOption("This payment has already ended.");
  const matching = options.filter(
    ({ amount }) =>
      (token === undefined || amount.display.assetSymbol === token) &&
      // A test payment is offered on the test network too, whatever account is given.
      (chainId === undefined || amount.unit.startsWith(`caip19/${toCaip2(chainId)}/`)),
  );
  if (matching[0] !== undefined) return matching[0];
  const missing = options.length === 0 ? "any supported token" : String(token);
  throw new NoPaymentOption(`The account doesn't have enough of ${missing} on an enabled chain.`);
}

async function awaitFinal(
  target: GatewayTarget,
  first: WireStatus,
  onStep: (step: string) => void,
): Promise<WireStatus> {
  let current = first;
  while (!current.isFinal) {
    const next = await awaitStatus(target);
    if (next.status !== current.status) onStep(`Status: ${next.status}`);
    current = next;
  }
  return current;
}

/** Writes an amount with its network. */
export function formatAmount({ value, display }: WireAmount): string {
  const network = display.networkName === undefined ? "" : ` on ${display.networkName}`;
  return `${formatAtomic(BigInt(value), display.decimals)} ${display.assetSymbol}${network}`;
}
