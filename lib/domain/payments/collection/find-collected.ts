import { findAuthorizationUse, findPermitUse } from "#lib/chain/find-execution.ts";
import type { Execution, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { findTransfer } from "#lib/chain/transfers.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/collection/option-repository.ts";

/**
 * Finds a transaction in a final block, other than the abandoned one, that collected an attempt's money. A signature works
 * once, and its use is visible on chain (THREATS 2): for EIP-3009 as the token's `AuthorizationUsed` log, for Permit2 as
 * the used nonce together with a relay transaction that has the same call.
 * @returns null when there is none, including when the buyer invalidated the signature.
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
