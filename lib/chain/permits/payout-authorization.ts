import { encodeFunctionData, type Hex, hashTypedData } from "viem";
import { eip3009Abi } from "#lib/chain/contracts.ts";
import { signDigest } from "#lib/chain/relay/wallets/wallet-keys.ts";
import type { TokenDomain } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** A transfer out of one of our wallets by EIP-3009. `validBefore` is Unix seconds; the token takes each nonce once. */
export type OwnTransfer = {
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
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/**
 * Signs a transfer with the wallet's key and encodes the token's call, `transferWithAuthorization`.
 * @throws Error for a wallet whose key this process lacks.
 */
export function ownTransferCalldata(transfer: OwnTransfer): Hex {
  const { chainId, token: verifyingContract, domain, from, to, value, validBefore, nonce } = transfer;
  const digest = hashTypedData({
    domain: { name: domain.name, version: domain.version, chainId, verifyingContract },
    types,
    primaryType: "TransferWithAuthorization",
    message: { from, to, value, validAfter: 0n, validBefore, nonce },
  });
  const { v, r, s } = signDigest(from, digest);
  return encodeFunctionData({
    abi: eip3009Abi,
    functionName: "transferWithAuthorization",
    args: [from, to, value, 0n, validBefore, nonce, v, r, s],
  });
}
