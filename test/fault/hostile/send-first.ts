import { setTimeout as pause } from "node:timers/promises";
import { encodeFunctionData, type Hex, parseGwei, type TypedDataDefinition } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import { cancellation, invalidation } from "#test/chain/burn-nonce.ts";
import type { FaultChain } from "../installation.ts";
import { nonceOf, type Visit } from "../shop.ts";
import { hideoutOf } from "./fund-hostile.ts";

/** Higher than the relay's, so that the buyer's transaction comes first in a block that has both. */
const fees = { maxPriorityFeePerGas: parseGwei("5"), maxFeePerGas: parseGwei("200") };

/** Sends a buyer's transaction, and waits until it is mined or a reorg has dropped it. Its outcome is the chain's business. */
export async function sendFirst({ client }: FaultChain, account: PrivateKeyAccount, to: Hex, data: Hex): Promise<void> {
  await client
    .sendTransaction({ account, chain: null, to, data, gas: 200_000n, ...fees })
    .then((hash) => client.waitForTransactionReceipt({ hash }))
    .catch(() => undefined);
}

/** Uses up the nonce that the buyer has signed: at Permit2, or at the token. */
export async function burnNonce({ purchase, account }: Visit, signed: TypedDataDefinition): Promise<void> {
  const { chain, token, plan } = purchase;
  const nonce = nonceOf(signed);
  const [target, data] =
    plan.by === "permit2"
      ? ([permit2Address, invalidation(nonce)] as const)
      : ([token.address, await cancellation(account, signed.domain, nonce)] as const);
  await sendFirst(chain, account, target, data);
}

/** Moves the buyer's money away, and back some seconds later, while its signature is still good. */
export async function hideMoney({ seed, purchase, account }: Visit): Promise<void> {
  const { chain, token, plan } = purchase;
  const hideout = hideoutOf(seed, plan);
  const balanceOf = (owner: Hex) =>
    chain.client.readContract({ address: token.address, abi: erc20Abi, functionName: "balanceOf", args: [owner] });
  const transfer = async (from: typeof account, to: Hex) => {
    const args = [to, await balanceOf(from.address)] as const;
    await sendFirst(chain, from, token.address, encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args }));
  };
  await transfer(account, hideout.address);
  // Sooner or later than the relay gives the collection up.
  await pause((plan.index % 6) * 2_000);
  await transfer(hideout, account.address);
}
