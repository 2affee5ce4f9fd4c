import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { setSignerFailed } from "#lib/chain/relay/wallets/wallets.ts";
import { WrongSignature } from "#lib/chain/signers/signer.ts";
import { signerOf } from "#lib/chain/signers/wallet-signers.ts";
import { database } from "#lib/db/pool.ts";
import { endAlarm, raiseAlarm } from "#lib/log/alarm.ts";

/**
 * Records whether a wallet's signer has signed: while it hasn't, new payments use other wallets, and an alarm is raised. A wrong
 * signature raises an alarm of its own, because such a signer is broken or hostile.
 */
export async function reportSignatures(
  queue: RelayQueue,
  results: readonly PromiseSettledResult<unknown>[],
): Promise<void> {
  const { wallet } = queue;
  if (!signerOf(wallet).isRemote) {
    for (const result of results) if (result.status === "rejected") throw result.reason;
    return;
  }
  const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  await setSignerFailed(database, queue, failures.length > 0);
  if (failures.length === 0) return endAlarm("signer_down", wallet, { wallet }, "a wallet's signer signs again");
  const wrong = failures.find((failure) => failure instanceof WrongSignature);
  if (wrong !== undefined) {
    raiseAlarm(
      "signer_wrong",
      wallet,
      { wallet, err: wrong },
      "a signer returned something other than what it was asked to sign",
    );
  }
  const message = "a wallet's signer doesn't sign; its transactions wait";
  raiseAlarm("signer_down", wallet, { wallet, err: failures[0] }, message);
}
