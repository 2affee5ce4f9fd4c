import { parseAbi } from "viem";
import type { Address } from "#lib/core/caip.ts";

/** Uniswap's Permit2, at the same address on every chain. */
export const permit2Address: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

/** Multicall3, at the same address on every chain. Any caller can make it call anything, so it must never own assets. */
export const multicall3Address: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** ERC-20. `transfer` and `approve` are declared without a return value, because some tokens return none. */
export const erc20Abi = parseAbi([
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount)",
  "function balanceOf(address account) view returns (uint256)",
  "function decimals() view returns (uint8)",
  "function transfer(address to, uint256 amount)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]);

/** Permit2's bitmap of used nonces: 256 in each word. */
export const permit2Abi = parseAbi(["function nonceBitmap(address owner, uint256 wordPos) view returns (uint256)"]);

/** EIP-3009, and the domain separator of EIP-2612. */
export const eip3009Abi = parseAbi([
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
]);
