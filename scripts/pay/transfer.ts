import { setTimeout as sleep } from "node:timers/promises";
import { createPublicClient, createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { WireStatus } from "#lib/api/schemas/payment.ts";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { assetOf, findToken, type Token, tokensOfChain } from "#lib/chain/tokens.ts";
import { formatAtomic, parseDecimal } from "#lib/core/money.ts";
import { awaitStatus, type GatewayTarget, giveAddress, listAssets, readLink } from "#scripts/pay/gateway-client.ts";
import { formatAmount, type PayOptions } from "#scripts/pay/pay.ts";

export type TransferOptions = PayOptions & {
  /** The amount to send, such as `12.50`; what is missing by default. */
  amount?: string | undefined;
  /** Another token to send than the one that the address is for, by symbol. */
  sends?: string | undefined;
  /** Send it in this many parts. */
  parts: number;
  /** Send once the payment has ended. */
  isLate: boolean;
};

/** The pace at which the payment is looked at while a transfer becomes final. */
const lookEveryMs = 1_000;

/**
 * Plays a buyer whose money is at an exchange: asks for an address and transfers to it.
 * @returns the final status, or the current one once less than the amount, another token or a late transfer has arrived.
 * @throws Error when the payment takes no transfers in the chosen token.
 */
export async function payByTransfer(options: TransferOptions): Promise<WireStatus> {
  const { link, appId, privateKey, chainId, token: symbol, nodeUrls = new Map(), onStep = () => undefined } = options;
  const target = readLink(link, appId);
  const { assets } = await listAssets(target);
  const chosen = assets.find(({ asset }) => {
    const token = findToken(asset);
    return token !== null && token.chainId === (chainId ?? token.chainId) && token.symbol === (symbol ?? token.symbol);
  });
  const asked = chosen === undefined ? null : findToken(chosen.asset);
  if (asked === null) {
    const list = assets.map(({ amount }) => formatAmount(amount)).join(", ");
    throw new Error(`The payment can't be paid by such a transfer. It takes ${list || "none now"}.`);
  }
  const given = await giveAddress(target, assetOf(asked));
  onStep(`Address ${given.address}: ${formatAmount(given.amount)}`);
  if (options.isLate) await awaitEnd(target, onStep);
  const sent = options.sends === undefined ? asked : tokenOf(asked.chainId, options.sends);
  const value = options.amount === undefined ? BigInt(given.missing.value) : toAtomic(options.amount, sent);
  const url = nodeUrls.get(asked.chainId);
  if (url === undefined) throw new Error(`Pass a node of chain ${asked.chainId} with --chain and --rpc.`);
  await send({ privateKey, url, token: sent, to: given.address as Hex, value, parts: options.parts }, onStep);
  const isEnough = sent === asked && value >= BigInt(given.missing.value) && !options.isLate;
  return isEnough ? awaitFinal(target, onStep) : awaitStatus(target, 0);
}

type Sending = { privateKey: Hex; url: string; token: Token; to: Hex; value: bigint; parts: number };

async function send({ privateKey, url, token, to, value, parts }: Sending, onStep: (step: string) => void) {
  const account = privateKeyToAccount(privateKey);
  const [wallet, node] = [
    createWalletClient({ account, transport: http(url) }),
    createPublicClient({ transport: http(url) }),
  ];
  const each = value / BigInt(parts);
  for (let part = 1; part <= parts; part += 1) {
    const amount = part < parts ? each : value - each * BigInt(parts - 1);
    const call = { address: token.address, abi: erc20Abi, functionName: "transfer", args: [to, amount] } as const;
    const hash = await wallet.writeContract({ ...call, chain: null });
    const { status } = await node.waitForTransactionReceipt({ hash });
    if (status !== "success")
      throw new Error(`The transfer ${hash} failed. Does ${account.address} have enough ${token.symbol}?`);
    onStep(`Sent ${formatAtomic(amount, token.decimals)} ${token.symbol} in ${hash}`);
  }
}

function toAtomic(text: string, { decimals }: Token): bigint {
  const ratio = parseDecimal(text);
  const scaled = ratio === null ? 0n : ratio.numerator * 10n ** BigInt(decimals);
  if (ratio === null || scaled % ratio.denominator !== 0n)
    throw new Error(`--amount must be a positive number with at most ${decimals} decimals.`);
  return scaled / ratio.denominator;
}

function tokenOf(chainId: number, symbol: string): Token {
  const token = tokensOfChain(chainId).find((each) => each.symbol === symbol);
  if (token === undefined) throw new Error(`Chain ${chainId} has no ${symbol}.`);
  return token;
}

async function awaitEnd(target: GatewayTarget, onStep: (step: string) => void): Promise<void> {
  onStep("Waiting for the payment's end, to be late");
  while (!(await awaitStatus(target)).isFinal) await sleep(lookEveryMs);
}

async function awaitFinal(target: GatewayTarget, onStep: (step: string) => void): Promise<WireStatus> {
  let seen = "";
  for (;;) {
    const current = await awaitStatus(target, 0);
    const progress = progressOf(current);
    if (progress !== seen) onStep(progress);
    seen = progress;
    if (current.isFinal) return current;
    await sleep(lookEveryMs);
  }
}

function progressOf({ status, deposit }: WireStatus): string {
  if (status !== "requires_action" || deposit === undefined) return `Status: ${status}`;
  return `Received ${formatAmount(deposit.received)}, not final yet ${formatAmount(deposit.pending)}`;
}
