import type { BrowserContext } from "@playwright/test";
import type { Hex } from "viem";
import { newId } from "#lib/core/ids.ts";
import { pay } from "#scripts/pay/pay.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { type Buyer, createBuyer } from "./buyers.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { createPayment, type Seller } from "./payments.ts";
import { stack } from "./stack.ts";

/** USDC on Base. */
export const usdc: Hex = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

/** Sends a merchant's tokens, by default its USDC on Base, to a wallet of its own. */
export async function addDestination(
  { merchantId }: Seller,
  { address }: Pick<Buyer, "address">,
  { chainId, token } = { chainId: 8453, token: usdc },
): Promise<void> {
  const insert = `INSERT INTO settlement_destination (id, merchant_id, asset, destination, created_at, updated_at)
    VALUES ($1, $2, $3, $4, now(), now())`;
  const chain = `eip155:${chainId}`;
  const values = [newId("crypto", new Date()), merchantId, `${chain}/erc20:${token}`, `${chain}:${address}`];
  await withConnection(stack().databaseUrl, (connection) => connection.query(insert, values));
}

/** Sells something for 24.90 USD, which is paid out to its merchant's wallet. */
export async function sell(context: BrowserContext) {
  const workplace = await createWorkplace();
  const [shop, buyer] = [await createBuyer([8453]), await createBuyer([8453])];
  await addDestination(workplace, shop);
  const { paymentId, gatewayUrl } = await createPayment(undefined, workplace);
  await pay({ link: gatewayUrl, appId: stack().appId, privateKey: buyer.privateKey });
  await signIn(context, await createMember(workplace, "admin"));
  return { shop, buyer, url: `${stack().baseUrl}/dashboard/payments/${paymentId}` };
}
