import { type Hex, hashTypedData, serializeTypedData, type TypedDataDefinition } from "viem";
import type { TokenDomain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** An EIP-3009 authorization that only `to` can submit. `validBefore` is Unix seconds, `nonce` 32 bytes. */
export type ReceiveAuthorization = {
  chainId: number;
  token: Address;
  domain: TokenDomain;
  from: Address;
  to: Address;
  value: AtomicAmount;
  validBefore: bigint;
  nonce: Hex;
};

const types = {
  EIP712Domain: [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
  ],
  ReceiveWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

function typedData({
  chainId,
  token,
  domain,
  from,
  to,
  value,
  validBefore,
  nonce,
}: ReceiveAuthorization): TypedDataDefinition {
  return {
    domain: { name: domain.name, version: domain.version, chainId, verifyingContract: token },
    types,
    primaryType: "ReceiveWithAuthorization",
    message: { from, to, value, validAfter: 0n, validBefore, nonce },
  };
}

/** Returns the parameters of `eth_signTypedData_v4` for an authorization (WIRE, Gateway): the signer, and the data as JSON. */
export function signTypedDataParams(authorization: ReceiveAuthorization): [string, string] {
  return [authorization.from.toLowerCase(), serializeTypedData(typedData(authorization))];
}

/** Returns the hash that the authorization's `from` signs. */
export function authorizationHash(authorization: ReceiveAuthorization): Hex {
  return hashTypedData(typedData(authorization));
}
