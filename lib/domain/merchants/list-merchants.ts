import { type PageRequest, type Position, takePage } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Merchant } from "#lib/domain/merchants/merchant.ts";
import {
  countMerchants,
  type MerchantFilter,
  listMerchants as readMerchants,
} from "#lib/domain/merchants/repository.ts";

/** A page of merchants. */
export type MerchantPage = {
  merchants: Merchant[];
  /** Where the next page begins; null on the last. */
  next: Position | null;
  /** Of all pages together. */
  totalCount: number;
};

/** The partner's merchants that are not deleted, newest first. Two statements, side by side. */
export async function listMerchants(
  scope: PartnerScope,
  filter: MerchantFilter,
  { after, limit }: PageRequest,
): Promise<MerchantPage> {
  const [rows, totalCount] = await Promise.all([
    readMerchants(database, scope, filter, { after, limit: limit + 1 }),
    countMerchants(database, scope, filter),
  ]);
  const { rows: merchants, next } = takePage(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { merchants, next, totalCount };
}
