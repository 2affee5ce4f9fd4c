import type { WireAction } from "#lib/api/schemas/gateway.ts";

/** The payment router as a wallet shows it: the recipient of an EIP-3009 authorization, or the spender of a Permit2 transfer. */
export type ShownRouter = { role: "recipient" | "spender"; address: string };

/** Reads the router from the data that the buyer signs; null for an action that is no signature of a payment. */
export function readRouter({ data: { method, params } }: WireAction): ShownRouter | null {
  const json = method === "eth_signTypedData_v4" ? params[1] : undefined;
  if (typeof json !== "string") return null;
  const { message } = JSON.parse(json) as { message: { to?: string; spender?: string } };
  if (message.to !== undefined) return { role: "recipient", address: message.to };
  return message.spender === undefined ? null : { role: "spender", address: message.spender };
}
