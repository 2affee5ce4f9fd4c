import { type Address, createWalletClient, type Hex, http, type TypedDataDefinition } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { z } from "zod";
import type { WireAction } from "#lib/api/schemas/gateway.ts";
import { parseCaip2 } from "#lib/core/caip.ts";

/** A node of each chain, by chain id. */
export type NodeUrls = ReadonlyMap<number, string>;

const hex = z.templateLiteral(["0x", z.string()]);
const transaction = z.object({ to: hex, data: hex, value: hex.optional() });

/**
 * Does what an action asks of a wallet.
 * @returns the signature, or the hash of the transaction as soon as the node has it.
 * @throws Error for a method that is none of a payment's, and for a chain without a node.
 */
export async function performAction(
  account: PrivateKeyAccount,
  { data: { method, params, chain_id } }: WireAction,
  nodeUrls: NodeUrls,
): Promise<Hex> {
  if (method === "eth_signTypedData_v4") {
    return account.signTypedData(JSON.parse(String(params[1])) as TypedDataDefinition);
  }
  if (method !== "eth_sendTransaction") throw new Error(`This buyer can't do ${method}.`);
  const url = nodeUrls.get(parseCaip2(chain_id) ?? 0);
  if (url === undefined) throw new Error(`A transaction on ${chain_id} needs a node of that chain: give --rpc.`);
  const { to, data, value = "0x0" } = transaction.parse(params[0]);
  const client = createWalletClient({ account, transport: http(url) });
  return client.sendTransaction({ chain: null, to: to as Address, data: data as Hex, value: BigInt(value) });
}
