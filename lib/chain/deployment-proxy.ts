import { getContractAddress, type Hex } from "viem";
import type { Address } from "#lib/core/caip.ts";

/** Deploys code at an address that depends on salt and code alone. Most chains have it; Celo and Monad may not. */
export const deploymentProxy: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

/** Returns the address of what the proxy deploys, on every chain that has the proxy. @param salt 32 bytes. */
export function addressByProxy(initCode: Hex, salt: Hex): Address {
  return getContractAddress({ opcode: "CREATE2", from: deploymentProxy, salt, bytecode: initCode });
}
