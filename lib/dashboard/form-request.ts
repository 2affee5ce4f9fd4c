import type { PartnerScope } from "#lib/db/scope.ts";
import type { IdempotentRequest } from "#lib/domain/platform/idempotency/repository.ts";

/**
 * The idempotent request of a form in the dashboard.
 * @param operation its name, which API operations don't share.
 * @param key the form's idempotency key.
 * @param input what was typed; a repeat has the same.
 */
export function formRequest(
  { partnerId }: Pick<PartnerScope, "partnerId">,
  operation: string,
  key: string,
  input: object,
): IdempotentRequest {
  return { partnerId, operationId: `dashboard.${operation}`, key, fingerprint: JSON.stringify(input) };
}
