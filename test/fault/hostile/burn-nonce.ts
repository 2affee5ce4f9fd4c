import { encodeFunctionData, hexToBigInt, parseAbi, type TypedDataDefinition } from "viem";
import { permit2Address } from "#lib/chain/contracts.ts";
import { nonceOf, type Visit } from "../shop.ts";
import { sendFirst } from "./send.ts";

const abi = parseAbi([
  "function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)",
  "function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)",
]);

const cancellation = {
  CancelAuthorization: [
    { name: "authorizer", type: "address" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/** Uses up the nonce that the buyer has signed: at Permit2, or at the token. */
export async function burnNonce({ purchase, account }: Visit, signed: TypedDataDefinition): Promise<void> {
  const { chain, token, plan } = purchase;
  const nonce = nonceOf(signed);
  if (plan.by === "permit2") {
    const [word, bit] = [hexToBigInt(nonce) >> 8n, hexToBigInt(nonce) & 255n];
    const data = encodeFunctionData({ abi, functionName: "invalidateUnorderedNonces", args: [word, 1n << bit] });
    return sendFirst(chain, account, permit2Address, data);
  }
  const signature = await account.signTypedData({
    domain: signed.domain,
    types: cancellation,
    primaryType: "CancelAuthorization",
    message: { authorizer: account.address, nonce },
  });
  const args = [account.address, nonce, signature] as const;
  await sendFirst(
    chain,
    account,
    token.address,
    encodeFunctionData({ abi, functionName: "cancelAuthorization", args }),
  );
}
