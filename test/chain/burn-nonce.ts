import { encodeFunctionData, type Hex, hexToBigInt, type LocalAccount, parseAbi, type TypedDataDomain } from "viem";

const abi = parseAbi([
  "function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)",
  "function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)",
]);

const CancelAuthorization = [
  { name: "authorizer", type: "address" },
  { name: "nonce", type: "bytes32" },
] as const;

/** Returns the call of Permit2 by which its sender uses up a nonce of its own. */
export function invalidation(nonce: Hex): Hex {
  const [word, bit] = [hexToBigInt(nonce) >> 8n, hexToBigInt(nonce) & 255n];
  return encodeFunctionData({ abi, functionName: "invalidateUnorderedNonces", args: [word, 1n << bit] });
}

/** Returns the call of a token with EIP-3009 that uses up a nonce of the account, which signs it; anyone may send it. */
export async function cancellation(
  account: Pick<LocalAccount, "address" | "signTypedData">,
  domain: TypedDataDomain | undefined,
  nonce: Hex,
): Promise<Hex> {
  const message = { authorizer: account.address, nonce };
  const types = { CancelAuthorization };
  const signature = await account.signTypedData({ domain, types, primaryType: "CancelAuthorization", message });
  return encodeFunctionData({ abi, functionName: "cancelAuthorization", args: [account.address, nonce, signature] });
}
