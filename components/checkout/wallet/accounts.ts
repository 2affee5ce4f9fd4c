import type { Connector } from "wagmi";
import type { Network } from "#components/checkout/checkout-data.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

/** A connected wallet and its selected account. */
export type Wallet = { address: string; connector: Connector };

/** Returns the CAIP-10 accounts of one address on every enabled chain. */
export function accountsOf(networks: readonly Network[], address: string): string[] {
  return networks.map(({ id }) => `eip155:${id}:${address}`);
}

/** Returns the chain id of a CAIP-2 or CAIP-10 id: `eip155:8453` → 8453. */
export function chainIdOf(caip: string): number {
  return Number(caip.split(":")[1]);
}

export function addressOf({ account }: WireOption): string {
  return account.split(":")[2] ?? "";
}

export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
