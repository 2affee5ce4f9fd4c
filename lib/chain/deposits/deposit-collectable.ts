import { encodeFunctionData, getAbiItem, type Hex, isAddressEqual, parseEventLogs } from "viem";
import type { Collectable } from "#lib/chain/collectable.ts";
import {
  boxOf,
  type DepositTerms,
  depositFactory,
  factoryAbi,
  termsHashOf,
} from "#lib/chain/deposits/deposit-factory.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

const eventName = "DepositCollected";
const event = getAbiItem({ abi: factoryAbi, name: eventName });

/**
 * The collection of what was sent to a deposit address, at least `asked`. It works once: an address with code was collected, unless
 * a sweep gave it its code.
 */
export function depositCollectable(terms: DepositTerms, asked: AtomicAmount): Collectable {
  const key = termsHashOf(terms);
  const address = boxOf(terms);
  return {
    chainId: Number(terms.homeChain),
    contract: depositFactory,
    event,
    key,
    async isUsed(client, blockNumber) {
      const at = blockNumber === undefined ? {} : { blockNumber };
      if ((await client.getCode({ address, ...at })) === undefined) return false;
      const opened = { address: depositFactory, abi: factoryAbi, functionName: "openedBySweep", args: [key] } as const;
      return !(await client.readContract({ ...opened, ...at }));
    },
    findLog(logs) {
      const candidates = logs.filter(({ topics: [, indexed] }) => indexed === key);
      for (const { address: emitter, args, logIndex } of parseEventLogs({
        abi: factoryAbi,
        eventName,
        logs: candidates,
      })) {
        const isSame =
          isAddressEqual(emitter, depositFactory) &&
          isAddressEqual(args.box, address) &&
          isAddressEqual(args.submitter, terms.submitter) &&
          args.id === terms.id &&
          isAddressEqual(args.token, terms.token) &&
          isAddressEqual(args.recipient, terms.recipient) &&
          isAddressEqual(args.feeRecipient, terms.feeRecipient) &&
          args.fee === terms.fee;
        if (isSame && args.amount >= asked && logIndex !== null) return { logIndex, amount: args.amount };
      }
      return null;
    },
  };
}

/** Encodes the factory's call that collects. */
export function collectDepositCalldata(terms: DepositTerms, asked: AtomicAmount): Hex {
  return encodeFunctionData({ abi: factoryAbi, functionName: "collect", args: [terms, asked] });
}
