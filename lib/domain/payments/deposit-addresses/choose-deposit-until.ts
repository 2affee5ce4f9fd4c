import { isTestAccount } from "#lib/core/account-mode.ts";
import { invalidField } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import type { MerchantScope } from "#lib/db/scope.ts";
import { findMerchant } from "#lib/domain/merchants/repository.ts";
import { env } from "#lib/env/env.ts";

/** Transfers that were sent before the expiry have this long to arrive and become final. */
const depositMs = 60 * 60_000;

/** True when the operator offers deposit addresses. The merchant's settings are asked for only then. */
function areTransfersOffered(): boolean {
  return env().DEPOSIT_JOURNAL !== undefined;
}

/**
 * Chooses when the last transfer may arrive for a payment; null for one that takes none.
 * @param asked what the request says; null for the merchant's own setting.
 * @throws TillError `params_validation` for a request for transfers that the merchant or the operator doesn't accept.
 */
export async function chooseDepositUntil(
  scope: MerchantScope,
  asked: boolean | null,
  expiresAt: Date,
): Promise<Date | null> {
  if (asked === false || isTestAccount(scope.partnerId)) return null;
  const isAccepted =
    areTransfersOffered() && (await findMerchant(database, scope, scope.merchantId))?.acceptsTransfers === true;
  if (isAccepted) return new Date(expiresAt.getTime() + depositMs);
  if (asked === null) return null;
  const reason = areTransfersOffered()
    ? "the merchant doesn't accept transfers; set its acceptsTransfers first"
    : "this installation offers no transfers";
  throw invalidField("acceptsTransfers", `can't be true: ${reason}`);
}
