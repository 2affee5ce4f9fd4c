import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";
import type { WireStatus } from "#lib/api/schemas/payment.ts";
import { chainIds } from "#lib/chain/tokens.ts";
import { toCaip10 } from "#lib/core/caip.ts";
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
  /** Pays on this chain only. */
  chainId?: number | undefined;
  /** Pays with this token only, by symbol. */
  token?: string | undefined;
  /** Where transactions are sent to, for options that ask for one. */
  nodeUrls?: NodeUrls | undefined;
  /** Hears of each step, in words for the user. */
  onStep?: (step: string) => void;
};

/** Why a payment could not be started. */
export class NothingToPayWith extends Error {
  override readonly name = "NothingToPayWith";
}

/**
 * Pays a payment link as any wallet would: with the public gateway, an App-Id, a private key, and a node of the chain
 * where a transaction is asked for.
 * @returns the final status.
 * @throws NothingToPayWith when no option fits; GatewayError when the gateway refuses a step.
 */
export async function pay(options: PayOptions) {
  const { link, appId, privateKey, chainId, token, nodeUrls = new Map(), onStep = () => undefined } = options;
  const target = readLink(link, appId);
  const account = privateKeyToAccount(privateKey);
  const chains = chainId === undefined ? chainIds : [chainId];
  const accounts = chains.map((id) => toCaip10({ chainId: id, address: account.address }));
  const { info, options: offered } = await getOptions(target, accounts);
  onStep(
    `Pay ${info?.merchant.name ?? target.paymentId} ${info ? formatAmount(info.amount) : ""}, from ${account.address}`,
  );
  const option = choose(offered, token);
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

function choose(options: readonly WireOption[] | null, token: string | undefined): WireOption {
  if (options === null) throw new NothingToPayWith("The payment has ended; there is nothing to pay.");
  const fitting = options.filter(({ amount }) => token === undefined || amount.display.assetSymbol === token);
  if (fitting[0] !== undefined) return fitting[0];
  const reason = options.length === 0 ? "with enough of any token there" : `with enough ${token} there`;
  throw new NothingToPayWith(`The account has nothing to pay with: no enabled chain, or none ${reason}.`);
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

function formatAmount({ value, display }: WireOption["amount"]): string {
  const network = display.networkName === undefined ? "" : ` on ${display.networkName}`;
  return `${formatAtomic(BigInt(value), display.decimals)} ${display.assetSymbol}${network}`;
}
