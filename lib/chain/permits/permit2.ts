import { encodeFunctionData, type Hex, hashTypedData, serializeTypedData, type TypedDataDefinition } from "viem";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import type { Token } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/**
 * A Permit2 transfer that only `spender` can submit and receives. `deadline` is Unix seconds; `nonce` is any number the owner
 * has not used with Permit2 before.
 */
export type PermitTransfer = {
  chainId: number;
  token: Address;
  owner: Address;
  spender: Address;
  amount: AtomicAmount;
  nonce: bigint;
  deadline: bigint;
};

// Permit2's domain has no version.
const types = {
  EIP712Domain: [
    { name: "name", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
  ],
  PermitTransferFrom: [
    { name: "permitted", type: "TokenPermissions" },
    { name: "spender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
  TokenPermissions: [
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
  ],
} as const;

function typedData({ chainId, token, amount, spender, nonce, deadline }: PermitTransfer): TypedDataDefinition {
  return {
    domain: { name: "Permit2", chainId, verifyingContract: permit2Address },
    types,
    primaryType: "PermitTransferFrom",
    message: { permitted: { token, amount }, spender, nonce, deadline },
  };
}

/** Returns the parameters of `eth_signTypedData_v4` for a transfer: the signer, and the data as JSON, as wallets expect. */
export function signTransferParams(transfer: PermitTransfer): [string, string] {
  return [transfer.owner.toLowerCase(), serializeTypedData(typedData(transfer))];
}

/** Returns the hash that the transfer's owner signs. */
export function transferHash(transfer: PermitTransfer): Hex {
  return hashTypedData(typedData(transfer));
}

/** Encodes the token call that approves Permit2 for `amount`. */
export function approveCalldata(amount: AtomicAmount): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2Address, amount] });
}

/**
 * Returns the approvals that Permit2 needs, in order, before it can transfer `amount`; none when the allowance is enough. Each
 * is for the exact amount, never unlimited (docs/decisions/0009-permit2-approvals.md).
 */
export function neededApprovals(
  { approvesFromZeroOnly }: Pick<Token, "approvesFromZeroOnly">,
  allowance: AtomicAmount,
  amount: AtomicAmount,
): AtomicAmount[] {
  if (allowance >= amount) return [];
  return approvesFromZeroOnly && allowance > 0n ? [0n, amount] : [amount];
}
