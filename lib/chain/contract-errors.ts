import { decodeErrorResult, type Hex, parseAbi } from "viem";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";

/** The errors of Permit2, and those of tokens: ERC-6093, and what stablecoins and wallets by OpenZeppelin add. */
const abi = [
  ...paymentRouterAbi.filter((item) => item.type === "error"),
  ...parseAbi([
    "error InvalidNonce()",
    "error SignatureExpired(uint256 signatureDeadline)",
    "error InvalidAmount(uint256 maxAmount)",
    "error InvalidSigner()",
    "error InvalidSignature()",
    "error InvalidSignatureLength()",
    "error InvalidContractSignature()",
    "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
    "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
    "error ERC20InvalidSender(address sender)",
    "error ERC20InvalidReceiver(address receiver)",
    "error EnforcedPause()",
    "error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)",
    "error OwnableUnauthorizedAccount(address account)",
    "error SafeERC20FailedOperation(address token)",
  ]),
];

const words: Readonly<Record<string, string>> = {
  NotSubmitter: "another wallet has to send this payment",
  Expired: "the payment has expired",
  FeeExceedsAmount: "the fee is more than the amount",
  ZeroAmount: "the amount is zero",
  InvalidRecipient: "the recipient can't receive it",
  WrongAmountReceived: "the token delivers another amount than was sent",
  BalanceChanged: "the token leaves a part behind",
  InvalidNonce: "this signature was already used or cancelled",
  SignatureExpired: "the signature has expired",
  InvalidAmount: "the signature is for a smaller amount",
  InvalidSigner: "the signature isn't the account's",
  InvalidSignature: "the signature isn't valid",
  InvalidSignatureLength: "the signature isn't valid",
  InvalidContractSignature: "the account's contract refuses the signature",
  ERC20InsufficientBalance: "the account doesn't hold enough",
  ERC20InsufficientAllowance: "the approval is too low",
  ERC20InvalidSender: "the account can't send this token",
  ERC20InvalidReceiver: "the recipient can't receive this token",
  EnforcedPause: "transfers are paused",
  AccessControlUnauthorizedAccount: "the account isn't allowed to do this",
  OwnableUnauthorizedAccount: "the account isn't allowed to do this",
  SafeERC20FailedOperation: "the token refuses the transfer",
};

/** Describes a revert of Permit2, the router or a token; null for data that isn't a known error of theirs. */
export function describeContractError(data: Hex): string | null {
  try {
    return words[decodeErrorResult({ abi, data }).errorName] ?? null;
  } catch {
    return null;
  }
}
