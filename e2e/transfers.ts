import { expect, type Page } from "@playwright/test";
import { createPublicClient, createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { newId } from "#lib/core/ids.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { type Buyer, createBuyer } from "./buyers.ts";
import { button } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";

const usdcOnBase = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

/** Chooses a transfer of USDC on Base. @returns the address that the page shows. */
export async function chooseTransfer(page: Page): Promise<Hex> {
  await page.getByRole("radio", { name: "Transfer" }).click();
  await button(page, /^USDC Base/).click();
  return shownAddress(page);
}

/** Returns the address that the page shows. */
export async function shownAddress(page: Page): Promise<Hex> {
  const shown = page.getByText(/^0x[0-9a-fA-F]{40}$/);
  await expect(shown).toBeVisible();
  return (await shown.textContent()) as Hex;
}

/** Sends USDC on Base from an account that the checkout knows nothing of, as an exchange does. Resolves when it is mined. */
export async function sendUsdc(to: Hex, value: bigint, from?: Buyer): Promise<void> {
  const { privateKey } = from ?? (await createBuyer([8453]));
  const transport = http(stack().chains.find(({ chainId }) => chainId === 8453)?.rpcUrl);
  const client = createWalletClient({ account: privateKeyToAccount(privateKey), transport });
  const call = { address: usdcOnBase, abi: erc20Abi, functionName: "transfer", args: [to, value] } as const;
  const hash = await client.writeContract({ ...call, chain: null });
  const { status } = await createPublicClient({ transport }).waitForTransactionReceipt({ hash });
  expect(status).toBe("success");
}

/** Inserts an open payment whose end, and that of its transfers, is near. @returns its link. */
export async function insertShortPayment(expiresInMs: number, depositInMs: number): Promise<string> {
  const { paymentId: model } = await createPayment();
  const now = Date.now();
  const id = newId("pay", new Date(now));
  const ends = { id, expires_at: new Date(now + expiresInMs), deposit_until: new Date(now + depositInMs) };
  const statement = "INSERT INTO payment SELECT (jsonb_populate_record(p, $2::jsonb)).* FROM payment p WHERE id = $1";
  await withConnection(stack().databaseUrl, (client) => client.query(statement, [model, JSON.stringify(ends)]));
  return `${stack().baseUrl}/pay/${id}`;
}
