import { encodeFunctionData, type Hex, parseSignature } from "viem";
import { eip3009Abi } from "#lib/chain/contracts.ts";
import { type Authorization, transferTypedData } from "#lib/chain/permits/eip3009.ts";
import { signerOf } from "#lib/chain/signers/wallet-signers.ts";

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
