import { setTimeout as pause } from "node:timers/promises";
import { encodeFunctionData, type Hex } from "viem";
import { erc20Abi } from "#lib/chain/contracts.ts";
import type { Visit } from "../shop.ts";
import { hideoutOf } from "./fund-hostile.ts";
import { sendFirst } from "./send.ts";

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
