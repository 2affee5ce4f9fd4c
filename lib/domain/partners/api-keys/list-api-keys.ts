import type { PartnerScope } from "#lib/db/scope.ts";
import { type ListedKey, selectKeys } from "#lib/domain/partners/api-keys/repository.ts";

/** All keys of a partner, those in use first and the newest of them first. Secrets are not among what is known. */
export function listApiKeys(scope: PartnerScope): Promise<ListedKey[]> {
  return selectKeys(scope);
}
