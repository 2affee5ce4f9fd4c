import { type Hex, parseAbi } from "viem";
import type { CollectionMethod } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

/** contracts/PaymentRouter.sol. The order of `Payment`'s fields is part of the commitment. */
export const paymentRouterAbi = parseAbi([
  "struct Payment { bytes32 id; address payer; address token; uint256 amount; address recipient; uint256 fee; address feeRecipient; address submitter; uint256 validBefore; }",
  "function collectWithAuthorization(Payment payment, uint8 v, bytes32 r, bytes32 s)",
  "function collectWithAuthorization(Payment payment, bytes signature)",
  "function collectWithPermit2(Payment payment, bytes signature)",
  "event PaymentCollected(bytes32 indexed commitment, address indexed submitter, address indexed payer, bytes32 id, address recipient, address token, uint256 amount, uint256 fee, address feeRecipient)",
  "error NotSubmitter(address caller, address submitter)",
  "error Expired(uint256 validBefore)",
  "error FeeExceedsAmount(uint256 fee, uint256 amount)",
  "error ZeroAmount()",
  "error InvalidRecipient(address recipient)",
  "error WrongAmountReceived(uint256 received, uint256 amount)",
  "error BalanceChanged(uint256 before, uint256 afterwards)",
]);

/** A payment as its buyer signs it and the router executes it. Amounts are smallest units; `validBefore` is Unix seconds. */
export type RouterPayment = {
  /** 32 bytes, unique for every option. */
  id: Hex;
  payer: Address;
  token: Address;
  amount: AtomicAmount;
  /** Receives `amount - fee`. */
  recipient: Address;
  fee: AtomicAmount;
  feeRecipient: Address;
  /** The only account that may execute the payment. */
  submitter: Address;
  validBefore: bigint;
};

/** The router on one chain, and how the payer authorizes the transfer. Both are part of the commitment. */
export type RouterTerms = { chainId: number; router: Address; method: CollectionMethod };
