import { getAbiItem, type PublicClient } from "viem";
import type { Collectable } from "#lib/chain/collectable.ts";
import { eip3009Abi, permit2Abi, permit2Address } from "#lib/chain/contracts.ts";
import { findCollectedLog } from "#lib/chain/router/collected-event.ts";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import { paymentRouterAbi, type RouterPayment, type RouterTerms } from "#lib/chain/router/payment-router.ts";

const event = getAbiItem({ abi: paymentRouterAbi, name: "PaymentCollected" });

/** A router's execution of a payment. It is used up by the nonce that the payer signed, which anything may use. */
export function routerCollectable(terms: RouterTerms, payment: RouterPayment): Collectable {
  const { chainId, router: contract } = terms;
  return {
    chainId,
    contract,
    event,
    key: commitmentOf(terms, payment),
    isUsed: (client, blockNumber) => isNonceUsed(client, terms, payment, blockNumber),
    findLog(logs) {
      const found = findCollectedLog(logs, terms, payment);
      return found && { ...found, amount: payment.amount };
    },
  };
}

async function isNonceUsed(
  client: PublicClient,
  terms: RouterTerms,
  payment: RouterPayment,
  blockNumber?: bigint,
): Promise<boolean> {
  const at = blockNumber === undefined ? {} : { blockNumber };
  const { payer, token: address } = payment;
  const nonce = commitmentOf(terms, payment);
  if (terms.method === "eip3009") {
    const args = [payer, nonce] as const;
    return client.readContract({ address, abi: eip3009Abi, functionName: "authorizationState", args, ...at });
  }
  const word = BigInt(nonce) >> 8n;
  const bit = 1n << (BigInt(nonce) & 255n);
  const bitmap = { address: permit2Address, abi: permit2Abi, functionName: "nonceBitmap" } as const;
  return ((await client.readContract({ ...bitmap, args: [payer, word], ...at })) & bit) !== 0n;
}
