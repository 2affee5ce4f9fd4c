import { type RelayQueue, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";

/** Raises the alarms of a wallet that can't pay for gas, or has little left, and ends those that no longer apply. */
export function reportGas(
  queue: RelayQueue,
  { canPay, isLow }: { canPay: boolean; isLow: boolean },
  facts: object,
): void {
  const key = relayQueueKey(queue);
  const all = { ...queue, ...facts };
  if (canPay) endAlarm("relayer_balance", key, all, "a relayer wallet can pay for gas again");
  else raiseAlarm("relayer_balance", key, all, "a relayer wallet can't pay for gas");
  if (isLow) raiseAlarm("relayer_low", key, all, "a relayer wallet is running low on gas");
  else endAlarm("relayer_low", key, all, "a relayer wallet has enough gas again");
}
