import {
  AbiFunctionSignatureNotFoundError,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  parseSignature,
} from "viem";
import { eip3009Abi } from "#lib/chain/contracts.ts";
import { type Authorization, transferTypedData } from "#lib/chain/permits/eip3009.ts";
import { signerOf } from "#lib/chain/signers/wallet-signers.ts";
import type { Address } from "#lib/core/caip.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";

/**
 * Signs a transfer out of one of our wallets with its key and encodes the token's call, `transferWithAuthorization`. May ask a
 * service, so it never runs inside a database transaction.
 * @throws Error for a wallet whose key this process lacks, or whose signer doesn't sign.
 */
export async function ownTransferCalldata(transfer: Authorization): Promise<Hex> {
  const { from, to, value, validBefore, nonce } = transfer;
  const { r, s, yParity } = parseSignature(await signerOf(from).signTypedData(transferTypedData(transfer)));
  return encodeFunctionData({
    abi: eip3009Abi,
    functionName: "transferWithAuthorization",
    args: [from, to, value, 0n, validBefore, nonce, 27 + yParity, r, s],
  });
}

/**
 * Reads whom a call by our wallet authorizes to receive tokens, until when in Unix seconds, and its nonce;
 * null for any other call, such as a plain transfer.
 */
export function readOwnAuthorization(calldata: Hex): { to: Address; validBefore: bigint; nonce: Hex } | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: eip3009Abi, data: calldata });
    return functionName === "transferWithAuthorization" ? { to: args[1], validBefore: args[4], nonce: args[5] } : null;
  } catch (error) {
    if (error instanceof AbiFunctionSignatureNotFoundError) return null;
    throw error;
  }
}

/** Tells whether a payout's authorization is past its end by our clock. A plain transfer never is. */
export function hasExpired(calldata: Hex, now: Date): boolean {
  const authorized = readOwnAuthorization(calldata);
  return authorized !== null && authorized.validBefore <= BigInt(toUnixSeconds(now));
}
