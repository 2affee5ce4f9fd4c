import type { ServiceVersion } from "#lib/core/service-versions.ts";
import { newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import type { Operation } from "#test/api/operations.ts";
import type { Answer, Send } from "#test/api/start-api.ts";
import { credentialsOf, everywhere, type Ids, requestOf } from "#test/api/valid-request.ts";
import type { TestPartner } from "#test/stack/partner.ts";

/** Changes to a successful request. Text is sent unchanged; an empty header counts as absent. */
export type Change = { headers?: Record<string, string>; query?: string; body?: unknown; ids?: Ids };

/** An operation with a caller and ids for it. */
export type Exchange = {
  operation: Operation;
  partner: TestPartner;
  ids: Ids;
  /** The body as text; undefined without a body. */
  bodyText: string | undefined;
  /** Sends a successful request, or one with a change, in a version. */
  send(change?: Change): Promise<Answer>;
};

/** Creates an exchange with a running API. */
export function openExchange(
  send: Send,
  { operation, version }: { operation: Operation; version: ServiceVersion },
  partner: TestPartner,
  ids: Ids,
): Exchange {
  const key: Record<string, string> =
    operation.idempotency === "required" ? { "idempotency-key": newSecret("live") } : {};
  const { body: ownBody } = requestOf(operation, everywhere(ids));
  return {
    operation,
    partner,
    ids,
    bodyText: ownBody === undefined ? undefined : JSON.stringify(ownBody),
    send({ headers, query, body, ids: others } = {}) {
      const own = everywhere(ids);
      const places = others === undefined ? own : { ...own, merchantInPath: others, idInPath: others, body: others };
      const request = requestOf(operation, places);
      return send(operation.method, `${request.path}${query ?? request.query}`, body ?? request.body, {
        ...credentialsOf(operation, partner),
        ...request.headers,
        ...key,
        "service-version": version,
        ...headers,
      });
    },
  };
}
