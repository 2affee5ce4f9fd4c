import { encodeEventTopics, isAddressEqual, type Log, parseEventLogs, type TransactionReceipt } from "viem";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import { paymentRouterAbi, type RouterPayment, type RouterTerms } from "#lib/chain/router/payment-router.ts";
import type { Address } from "#lib/core/caip.ts";

const eventName = "PaymentCollected";
const [eventTopic] = encodeEventTopics({ abi: paymentRouterAbi, eventName });

/**
 * Finds the router's event that proves a payment: from this router, with its exact commitment, and with every field equal.
 * @returns the log's index in its block, or null. Anybody may make the router emit events about worthless tokens and
 * copied ids, but not with this commitment.
 */
export function findCollectedLog(
  logs: readonly Log[],
  terms: RouterTerms,
  payment: RouterPayment,
): { logIndex: number } | null {
  const commitment = commitmentOf(terms, payment);
  // viem hashes the event's signature again for each log that it parses, so it gets only those with the commitment.
  const candidates = logs.filter(({ topics: [topic, indexed] }) => topic === eventTopic && indexed === commitment);
  const events = parseEventLogs({ abi: paymentRouterAbi, eventName, logs: candidates });
  for (const { address, args, logIndex } of events) {
    if (!isAddressEqual(address, terms.router) || args.commitment !== commitment || logIndex === null) continue;
    const isSame =
      args.id === payment.id &&
      isAddressEqual(args.payer, payment.payer) &&
      isAddressEqual(args.submitter, payment.submitter) &&
      isAddressEqual(args.recipient, payment.recipient) &&
      isAddressEqual(args.token, payment.token) &&
      isAddressEqual(args.feeRecipient, payment.feeRecipient) &&
      args.amount === payment.amount &&
      args.fee === payment.fee;
    if (isSame) return { logIndex };
  }
  return null;
}

/** Tokens that a router has forwarded to an account, as the merchant's share or as the fee. */
export type ForwardedTokens = { router: Address; token: Address; to: Address; amount: bigint };

/**
 * Finds the payer of tokens that a router forwarded in a transaction. The router's own event is proof, whichever account
 * submitted it: the router has pulled the tokens from that payer.
 * @returns null when no event fits, or events of different payers do.
 */
export function findPayer({ logs }: Pick<TransactionReceipt, "logs">, forwarded: ForwardedTokens): Address | null {
  const { router, token, to, amount: wanted } = forwarded;
  const payers = parseEventLogs({ abi: paymentRouterAbi, eventName: "PaymentCollected", logs })
    .filter(({ address, args }) => isAddressEqual(address, router) && isAddressEqual(args.token, token))
    .filter(({ args: { recipient, feeRecipient, amount, fee } }) => {
      const isShare = isAddressEqual(recipient, to) && amount - fee === wanted;
      return isShare || (isAddressEqual(feeRecipient, to) && fee === wanted);
    })
    .map(({ args }) => args.payer);
  const [payer = null] = payers;
  return payer !== null && payers.every((each) => isAddressEqual(each, payer)) ? payer : null;
}
