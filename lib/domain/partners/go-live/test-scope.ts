import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { findTestAccount } from "#lib/domain/partners/test-account.ts";

/** Returns the scope of a live account's test account; null before its first use. */
export async function findTestScope({ partnerId }: PartnerScope): Promise<PartnerScope | null> {
  const testId = await findTestAccount(database, partnerId);
  return testId === null ? null : { partnerId: testId, merchantId: null };
}
