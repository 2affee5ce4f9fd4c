import { hexToBigInt, isHex, type TransactionReceipt } from "viem";

/**
 * The wei that a mined transaction took of its sender, whatever became of it: gas at the price of its block, and on
 * OP Stack chains what the data costs on their parent chain, which their receipts say as `l1Fee` beside it.
 */
export function gasCostOf(receipt: TransactionReceipt): bigint {
  const own = receipt.gasUsed * receipt.effectiveGasPrice;
  const l1Fee = "l1Fee" in receipt ? receipt.l1Fee : undefined;
  return isHex(l1Fee) ? own + hexToBigInt(l1Fee) : own;
}
