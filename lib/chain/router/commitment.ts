import { encodeAbiParameters, type Hex, keccak256, parseAbiParameters } from "viem";
import type { RouterPayment, RouterTerms } from "#lib/chain/router/payment-router.ts";

const parameters = parseAbiParameters([
  "uint256 chainId, address router, uint8 method, Payment payment",
  "struct Payment { bytes32 id; address payer; address token; uint256 amount; address recipient; uint256 fee; address feeRecipient; address submitter; uint256 validBefore; }",
]);

/** The values of the contract's `Method`. */
const methods = { eip3009: 0, permit2: 1 } as const;

/**
 * Returns the nonce that a payer signs: the hash of chain, router, method and payment, as the router's `commitmentOf`
 * computes it. A payment with any other field doesn't match the signature.
 */
export function commitmentOf({ chainId, router, method }: RouterTerms, payment: RouterPayment): Hex {
  return keccak256(encodeAbiParameters(parameters, [BigInt(chainId), router, methods[method], payment]));
}
