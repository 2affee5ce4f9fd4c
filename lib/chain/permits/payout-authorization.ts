import { encodeFunctionData, type Hex } from "viem";
import { eip3009Abi } from "#lib/chain/contracts.ts";
import { type Authorization, authorizationHash } from "#lib/chain/permits/eip3009.ts";
import { signDigest } from "#lib/chain/relay/wallets/wallet-keys.ts";

/**
 * Signs a transfer out of one of our wallets with its key and encodes the token's call, `transferWithAuthorization`.
 * @throws Error for a wallet whose key this process lacks.
 */
export function ownTransferCalldata(transfer: Authorization): Hex {
  const { from, to, value, validBefore, nonce } = transfer;
  const { v, r, s } = signDigest(from, authorizationHash("TransferWithAuthorization", transfer));
  return encodeFunctionData({
    abi: eip3009Abi,
    functionName: "transferWithAuthorization",
    args: [from, to, value, 0n, validBefore, nonce, v, r, s],
  });
}
