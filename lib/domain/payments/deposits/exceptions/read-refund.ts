import { getAddress, parseEventLogs } from "viem";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { readExecution } from "#lib/chain/read-execution.ts";
import { parseCaip10, parseCaip19 } from "#lib/core/caip.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import type { WatchedAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import type { DepositException } from "#lib/domain/payments/deposits/exceptions/deposit-exception.ts";
import { isRefundOfPayment } from "#lib/domain/payments/transfers/repository.ts";

/**
 * Requires that a transaction is the refund of an exception: in a final block, it transfers at least the amount to the account that the
 * buyer has named, or, where none was named, from the merchant's wallet to anyone.
 * @throws TillError `params_validation` on `txHash`; `bad_gateway` when the node fails or the block isn't final yet.
 */
export async function readRefund(exception: DepositException, address: WatchedAddress, txHash: string): Promise<void> {
  const asset = parseCaip19(exception.asset);
  if (!/^0x[0-9a-f]{64}$/.test(txHash))
    throw invalidField("txHash", "must be 0x and 64 hexadecimal digits in lower case");
  if (asset === null) throw invalidField("txHash", "can't be checked for a native coin; keep it with a reason instead");
  const hash = txHash as `0x${string}`;
  const { chainId } = asset;
  const receipt = await chainClient(chainId)
    .getTransactionReceipt({ hash })
    .catch((error: unknown) => {
      throw new TillError("bad_gateway", {
        message: "The transaction isn't on the chain yet, or its network doesn't respond. Try again in a minute.",
        cause: error,
      });
    });
  if (receipt.status !== "success") throw invalidField("txHash", "is a transaction that failed");
  if ((await readFinalBlock(chainId)) < receipt.blockNumber) {
    throw new TillError("bad_gateway", { message: "The transaction isn't final yet. Try again in a minute." });
  }
  if (await isRefundOfPayment(database, chainId, hash)) {
    throw invalidField("txHash", "is already the refund of a payment; a transfer refunds once");
  }
  const { execution } = await readExecution(chainId, hash);
  const wanted = address.refundAccount === null ? null : parseCaip10(address.refundAccount)?.address;
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: execution.receipt.logs });
  const paid = transfers.some(({ address: token, args: { from, to, value } }) => {
    const isBuyers =
      wanted === null
        ? getAddress(from) === address.recipient && getAddress(to) !== address.recipient
        : wanted !== undefined && getAddress(to) === wanted;
    return getAddress(token) === asset.address && isBuyers && value >= exception.amount;
  });
  if (paid) return;
  const to = wanted === null ? "from the merchant's wallet to the buyer" : `to ${wanted}`;
  throw invalidField("txHash", `is no transfer of at least the amount ${to}`);
}
