import { findAuthorizationUse, findPermitUse } from "#lib/chain/find-execution.ts";
import type { Execution, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { findTransfer } from "#lib/chain/transfers.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/collection/option-repository.ts";

/**
 * Looks on chain, in final blocks, whether an attempt's money was collected by another transaction than the one that is
 * given up: a signature works once, so whoever used it left its mark (THREATS 2). For EIP-3009 that is the token's
 * `AuthorizationUsed` log, for Permit2 its used nonce and a transaction of ours with the same call.
 * @returns null when nothing has, also where the buyer has made the signature unusable.
 * @throws Error when the node fails, or hides how the signature was used.
 */
export async function findCollected(attemptId: AttemptId, transaction: RelayTransaction): Promise<Execution | null> {
  const { token, buyer, treasury, nonce, amount, method } = await getOptionOfAttempt(database, attemptId);
  const parties = { token, from: buyer, to: treasury };
  const done =
    method === "eip3009"
      ? await findAuthorizationUse(transaction, { token, authorizer: buyer, nonce })
      : await findPermitUse(transaction, { token, owner: buyer, to: treasury, nonce: BigInt(nonce) });
  return done !== null && findTransfer(done.receipt.logs, { ...parties, atLeast: amount }) !== null ? done : null;
}
