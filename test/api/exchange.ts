import type { ServiceVersion } from "#lib/core/service-versions.ts";
import { newSecret } from "#lib/domain/partners/api-keys/secret.ts";
import type { Operation } from "#test/api/operations.ts";
import type { Answer, Send } from "#test/api/start-api.ts";
import { credentialsOf, everywhere, type Ids, requestOf } from "#test/api/valid-request.ts";
import type { TestPartner } from "#test/stack/partner.ts";

/** What is another than in a request that is carried out. Text is sent as it is; an empty header counts as none. */
export type Change = { headers?: Record<string, string>; query?: string; body?: unknown; ids?: Ids };

/** An operation, somebody who may call it, and what it can be called on. */
export type Exchange = {
  operation: Operation;
  partner: TestPartner;
  ids: Ids;
  /** The text that it sends as its body; undefined where there is none. */
  bodyText: string | undefined;
  /** Sends what the operation carries out, or that with a change, under one version. */
  send(change?: Change): Promise<Answer>;
};

/** Makes an exchange with an API that runs. */
export function openExchange(
  send: Send,
  { operation, version }: { operation: Operation; version: ServiceVersion },
  partner: TestPartner,
  ids: Ids,
): Exchange {
  const key: Record<string, string> = operation.idempotency === "required" ? { "idempotency-key": newSecret() } : {};
  const { body: ownBody } = requestOf(operation, everywhere(ids));
  return {
    ...{ operation, partner, ids, bodyText: ownBody === undefined ? undefined : JSON.stringify(ownBody) },
    send({ headers, query, body, ids: others } = {}) {
      const own = everywhere(ids);
      const places = others === undefined ? own : { ...own, merchantInPath: others, idInPath: others, body: others };
      const request = requestOf(operation, places);
      return send(operation.method, `${request.path}${query ?? request.query}`, body ?? request.body, {
        ...{ ...credentialsOf(operation, partner), ...request.headers, ...key },
        ...{ "service-version": version, ...headers },
      });
    },
  };
}
