import { type Address, createWalletClient, type Hex, http, type TypedDataDefinition } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { z } from "zod";
import type { WireAction } from "#lib/api/schemas/gateway.ts";
import { parseCaip2 } from "#lib/core/caip.ts";

/** Node URLs by chain id. */
export type NodeUrls = ReadonlyMap<number, string>;

const hex = z.templateLiteral(["0x", z.string()]);
const transaction = z.object({ to: hex, data: hex, value: hex.optional() });

/**
 * Performs a wallet action: signs or sends a transaction.
 * @returns the signature, or the transaction's hash once the node has accepted it.
 * @throws Error for an unsupported method or a chain without a node.
 */
export async function performAction(
  account: PrivateKeyAccount,
  { data: { method, params, chain_id } }: WireAction,
  nodeUrls: NodeUrls,
): Promise<Hex> {
  if (method === "eth_signTypedData_v4") {
    return account.signTypedData(JSON.parse(String(params[1])) as TypedDataDefinition);
  }
  if (method !== "eth_sendTransaction") throw new Error(`The method ${method} isn't supported.`);
  const url = nodeUrls.get(parseCaip2(chain_id) ?? 0);
  if (url === undefined)
    throw new Error(
      `This payment needs a transaction on ${chain_id}. Pass a node of that chain with --chain and --rpc.`,
    );
  const { to, data, value = "0x0" } = transaction.parse(params[0]);
  const client = createWalletClient({ account, transport: http(url) });
  return client.sendTransaction({ chain: null, to: to as Address, data: data as Hex, value: BigInt(value) });
}
