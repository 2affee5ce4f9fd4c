import {
  concat,
  encodeAbiParameters,
  type Hex,
  hashDomain,
  keccak256,
  serializeTypedData,
  stringToHex,
  type TypedDataDefinition,
} from "viem";
import type { TokenDomain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/**
 * A transfer that `from` authorizes by EIP-3009. `nonce` is 32 bytes, and the token takes each nonce of an account once.
 * `validBefore` is Unix seconds.
 */
export type Authorization = {
  chainId: number;
  token: Address;
  domain: TokenDomain;
  from: Address;
  to: Address;
  value: AtomicAmount;
  validBefore: bigint;
  nonce: Hex;
};

/** The type that is signed. Only `to` can submit a ReceiveWithAuthorization; anyone can submit a TransferWithAuthorization. */
type AuthorizationType = keyof typeof types;

const EIP712Domain = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
] as const;

const fields = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

/** Wallets are sent only the type that they sign. */
const types = {
  ReceiveWithAuthorization: { EIP712Domain, ReceiveWithAuthorization: fields },
  TransferWithAuthorization: { EIP712Domain, TransferWithAuthorization: fields },
} as const;

function typedData(primaryType: AuthorizationType, authorization: Authorization): TypedDataDefinition {
  const { chainId, token, domain, from, to, value, validBefore, nonce } = authorization;
  return {
    domain: { name: domain.name, version: domain.version, chainId, verifyingContract: token },
    types: types[primaryType],
    primaryType,
    message: { from, to, value, validAfter: 0n, validBefore, nonce },
  };
}

/** Returns the parameters of `eth_signTypedData_v4` for an authorization: the signer, and the data as JSON, as wallets expect. */
export function signTypedDataParams(authorization: Authorization): [string, string] {
  return [authorization.from.toLowerCase(), serializeTypedData(typedData("ReceiveWithAuthorization", authorization))];
}

/** Returns what a wallet of ours signs to transfer its tokens: anyone can submit it. */
export function transferTypedData(authorization: Authorization): TypedDataDefinition {
  return typedData("TransferWithAuthorization", authorization);
}

const typeHashes = {
  ReceiveWithAuthorization: typeHashOf("ReceiveWithAuthorization"),
  TransferWithAuthorization: typeHashOf("TransferWithAuthorization"),
};

function typeHashOf(name: AuthorizationType): Hex {
  return keccak256(stringToHex(`${name}(${fields.map((field) => `${field.type} ${field.name}`).join(",")})`));
}

const structFields = [{ name: "typeHash", type: "bytes32" }, ...fields] as const;

/** The hashes of tokens' domains, by their fields. Bounded: the domains are those of the registry's tokens. */
const domainHashes = new Map<string, Hex>();

function domainHashOf({ chainId, token, domain: { name, version } }: Authorization): Hex {
  const key = JSON.stringify([chainId, token, name, version]);
  const known = domainHashes.get(key);
  if (known !== undefined) return known;
  const domain = { name, version, chainId: BigInt(chainId), verifyingContract: token };
  const hash = hashDomain({ domain, types: { EIP712Domain } });
  domainHashes.set(key, hash);
  return hash;
}

/**
 * Returns the hash that the authorization's `from` signs (EIP-712). Not by viem's `hashTypedData`, which hashes the types and the
 * domain again each time.
 */
export function authorizationHash(primaryType: AuthorizationType, authorization: Authorization): Hex {
  const { from, to, value, validBefore, nonce } = authorization;
  const message = [typeHashes[primaryType], from, to, value, 0n, validBefore, nonce] as const;
  const structHash = keccak256(encodeAbiParameters(structFields, message));
  return keccak256(concat(["0x1901", domainHashOf(authorization), structHash]));
}
