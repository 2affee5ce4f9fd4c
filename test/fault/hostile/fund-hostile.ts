import { type Hex, keccak256, parseEther, slice, stringToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { saysYesThenReverts, saysYesThenSlowly, saysYesWhenFree } from "#test/chain/wallet-codes.ts";
import type { Installation } from "../installation.ts";
import type { HostileBehaviour, PaymentPlan } from "../plan.ts";
import { fund, type Purchase, planPurchase } from "../shop.ts";

/** The amount of a payment that costs more gas than it is worth. */
export const dustCents = 1;

/** The code of the wallets that attack by their code. */
const codes: Partial<Record<HostileBehaviour, Hex>> = {
  "tells the gas price": saysYesWhenFree,
  "changes its answer": saysYesThenReverts,
  "burns gas": saysYesThenSlowly,
};

type HostilePlan = PaymentPlan & { behaviour: HostileBehaviour };

/** The key of the account to which a buyer moves its money out of reach. */
export function hideoutOf(seed: number, { index }: PaymentPlan) {
  return privateKeyToAccount(keccak256(stringToHex(`fault hideout ${seed} ${index}`)));
}

/** Plans the purchase of a hostile buyer: a contract wallet, an account with a second one, or a payment of dust. */
export function planHostilePurchase(installation: Installation, seed: number, plan: HostilePlan): Purchase {
  const purchase = planPurchase(installation, seed, plan);
  if (codes[plan.behaviour] !== undefined) purchase.buyer = slice(keccak256(purchase.buyer), 0, 20);
  if (plan.behaviour === "hides the money") purchase.hideout = hideoutOf(seed, plan).address;
  if (plan.behaviour === "pays dust") {
    purchase.price = BigInt(dustCents) * 10n ** BigInt(purchase.token.decimals - 2);
  }
  return purchase;
}

/** Gives a hostile buyer its money, its code, and the native coin for the transactions of its accounts. */
export async function fundHostile(installation: Installation, seed: number, purchase: Purchase): Promise<void> {
  await fund(purchase);
  const { client } = purchase.chain;
  const plan = purchase.plan as HostilePlan;
  const bytecode = codes[plan.behaviour];
  if (bytecode !== undefined) await client.setCode({ address: purchase.buyer, bytecode });
  const { buyer: owner } = planPurchase(installation, seed, plan);
  for (const address of [owner, ...(purchase.hideout === null ? [] : [purchase.hideout])]) {
    await client.setBalance({ address, value: parseEther("1") });
  }
}
