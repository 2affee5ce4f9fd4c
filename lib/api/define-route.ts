import { authenticate, type Caller, type CallerOf } from "#lib/api/authenticate.ts";
import type { Complete } from "#lib/api/complete.ts";
import { actorOf, isMember } from "#lib/api/credential.ts";
import type { ApiRequest } from "#lib/api/http.ts";
import { type Audience, type ListOperation, type Operation, schemaIn } from "#lib/api/operation.ts";
import { admit } from "#lib/api/rate-limit/admission.ts";
import { errorBody } from "#lib/api/render-error.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { resolveVersion } from "#lib/api/version.ts";
import { answerIn } from "#lib/api/versions/answers.ts";
import { actAs } from "#lib/core/actor.ts";
import { type ErrorCode, invalidField, isTillError, TillError } from "#lib/core/errors.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import type { PageRequest, Position } from "#lib/db/keyset.ts";
import { inOneStatement, inTransaction, type Tx } from "#lib/db/transaction.ts";
import { findPinnedVersion } from "#lib/domain/payments/find-pinned-version.ts";
import { paymentIdOf } from "#lib/domain/payments/payment-link.ts";
import type { Client } from "#lib/domain/payments/status/status-watch.ts";
import type { Answer, AnsweredKey } from "#lib/domain/platform/idempotency/repository.ts";
import { answeredKey, type NewAnswer } from "#lib/domain/platform/idempotency/run-once.ts";
import { answerOnce } from "#lib/edge/answer-once.ts";
import { readCursor, writeCursor } from "#lib/edge/cursor.ts";
import { HttpError, statusOf } from "#lib/edge/http-error.ts";
import { parseBody, parseInput, parseQuery, queryObject } from "#lib/edge/parse-input.ts";
import { parseJson } from "#lib/edge/parse-json.ts";
import { findUnreadableCoding } from "#lib/edge/unreadable-coding.ts";

/** The parsed and validated input of a handler. */
export type Input<Params, Query, Body, C extends Caller> = {
  params: Params;
  query: Query;
  body: Body;
  caller: C;
  version: ServiceVersion;
  /** The client waiting for the response. */
  client: Client;
};

type RouteAnswer = Answer & { isReplay: boolean };

/** An operation and the code that executes it. */
export type Route = {
  operation: Operation<Audience, unknown, unknown, unknown, unknown>;
  run(request: ApiRequest, params: RawParams, context: RequestContext): Promise<RouteAnswer>;
};

type RawParams = Readonly<Record<string, string | undefined>>;

/**
 * Defines a route that only reads, or whose writes are idempotent in themselves: authenticate, validate, one
 * call.
 */
export function defineRoute<A extends Audience, Params, Query, Body, Reply, Presented extends Reply>(
  operation: Operation<A, Params, Query, Body, Reply>,
  handler: (input: Input<Params, Query, Body, CallerOf<A>>) => Promise<Presented & Complete<Reply, Presented>>,
): Route {
  return readingRoute(operation, handler);
}

function readingRoute<A extends Audience, Params, Query, Body, Reply>(
  operation: Operation<A, Params, Query, Body, Reply>,
  handler: (input: Input<Params, Query, Body, CallerOf<A>>) => Promise<unknown>,
): Route {
  return {
    operation: operation as unknown as Route["operation"],
    async run(request, params, context) {
      const { input } = await readInput(operation, request, params, context);
      const reply = await onBehalfOf(input.caller, () => handler(input));
      const body = JSON.stringify(answerIn(input.version, operation.operationId, reply));
      return { status: operation.response.status, body, isReplay: false };
    },
  };
}

type PageQuery = { cursor?: string | undefined; limit: number };
/** The page that a request asks for, and the `nextCursor` of a page that ends at a position. */
export type Page = { page: PageRequest; nextCursor(next: Position | null): string | null };

/**
 * Defines a route that reads a page of a list. Its cursors are valid for this operation, caller, and
 * everything else that the request asks for.
 */
export function defineListRoute<
  A extends Exclude<Audience, "gateway">,
  Params,
  Query extends PageQuery,
  Body,
  Reply,
  Presented extends Reply,
>(
  operation: ListOperation<A, Params, Query, Body, Reply>,
  handler: (
    input: Input<Params, Query, Body, CallerOf<A>>,
    page: Page,
  ) => Promise<Presented & Complete<Reply, Presented>>,
): Route {
  const { operationId } = operation;
  return readingRoute(operation, (input) => {
    const { cursor, limit, ...filters } = input.query;
    const { sort, position } = operation.cursor(input.query);
    const listing = { operationId, scope: input.caller.scope, sort, filters: { ...filters, ...input.params } };
    const page = { after: readCursor(listing, cursor, position), limit };
    return handler(input, { page, nextCursor: (next) => next && writeCursor(listing, next) });
  });
}

/**
 * Defines a route that writes in one transaction, once per Idempotency-Key if the operation supports one.
 * `prepare` may call other hosts. `write` must not: it runs in the transaction that also stores the response.
 */
export function defineWriteRoute<
  A extends Exclude<Audience, "gateway">,
  Params,
  Query,
  Body,
  Reply,
  Prepared,
  Presented extends Reply,
>(
  operation: Operation<A, Params, Query, Body, Reply>,
  steps: {
    prepare: (input: Input<Params, Query, Body, CallerOf<A>>) => Promise<Prepared>;
    write: (
      tx: Tx,
      prepared: Prepared,
      input: Input<Params, Query, Body, CallerOf<A>>,
    ) => Promise<Presented & Complete<Reply, Presented>>;
    /**
     * For a `write` of one statement, whose reply is known before: the same with the answer to the request's key, which
     * it stores. `write` returns false when nothing was written.
     */
    direct?: {
      reply: (prepared: Prepared) => Presented & Complete<Reply, Presented>;
      write: (tx: Tx, prepared: Prepared, key: AnsweredKey) => Promise<boolean>;
    };
  },
): Route {
  return {
    operation: operation as unknown as Route["operation"],
    async run(request, params, context) {
      const { input, bodyText } = await readInput(operation, request, params, context);
      const key = readIdempotencyKey(request, operation.idempotency);
      const answerOf = (reply: Presented & Complete<Reply, Presented>) => ({
        status: operation.response.status,
        body: JSON.stringify(answerIn(input.version, operation.operationId, reply)),
      });
      const answer = async (tx: Tx, prepared: Prepared) => answerOf(await steps.write(tx, prepared, input));
      const prepare = () => steps.prepare(input);
      // A member's change has an entry in the audit log, which is a second statement.
      const direct = isMember(input.caller.credential) ? undefined : steps.direct;
      if (key === null) {
        const prepared = await prepare();
        const write = () => (direct === undefined ? inTransaction : inOneStatement)((tx) => answer(tx, prepared));
        return { ...(await onBehalfOf(input.caller, write)), isReplay: false };
      }
      const { partnerId } = input.caller.scope;
      const { operationId, path } = operation.aliasOf ?? { ...operation, path: request.path };
      const fingerprint = [path, input.caller.scope.merchantId ?? "", bodyText].join("\n");
      const once = { partnerId, operationId, key, fingerprint, isSecret: operation.hasSecretAnswer ?? false };
      const write = (tx: Tx, prepared: Prepared) => rememberRefusal(tx, (nested) => answer(nested, prepared));
      if (direct === undefined) return onBehalfOf(input.caller, () => answerOnce(once, prepare, write));
      const writeDirectly = async (prepared: Prepared) => {
        const ready = answerOf(direct.reply(prepared));
        const answered = answeredKey(once, ready);
        return (await inOneStatement((tx) => direct.write(tx, prepared, answered))) ? ready : null;
      };
      return onBehalfOf(input.caller, () => answerOnce(once, prepare, write, writeDirectly));
    },
  };
}

const notRemembered: readonly ErrorCode[] = ["rate_limited", "params_validation"];

/**
 * Turns a client error of `write` into an answer, so that a repeat of the request gets the same error. Not
 * remembered are server errors, the refusal of a limit, after which the client is to repeat the request, and
 * an invalid field, which the client is to correct under the same key, as where the field is checked before.
 * A savepoint undoes the statements of the refused write.
 */
async function rememberRefusal(tx: Tx, write: (tx: Tx) => Promise<Answer>): Promise<NewAnswer> {
  try {
    return await tx.nested(() => write(tx));
  } catch (error) {
    if (!isTillError(error) || statusOf(error) >= 500 || notRemembered.includes(error.code)) throw error;
    return { status: statusOf(error), body: errorBody(error), isRefusal: true };
  }
}

/**
 * Attributes changes to the key or member in the audit log. An App-Id is public, so wallets' changes are attributed to
 * no one.
 */
function onBehalfOf<T>({ credential }: Caller, work: () => T): T {
  return credential === null ? work() : actAs(actorOf(credential), work);
}

async function readInput<A extends Audience, Params, Query, Body, Reply>(
  operation: Operation<A, Params, Query, Body, Reply>,
  request: ApiRequest,
  params: RawParams,
  context: RequestContext,
): Promise<{ input: Input<Params, Query, Body, CallerOf<A>>; bodyText: string }> {
  const identify = async () => (await authenticate(request, context, operation)) as CallerOf<A>;
  const caller = await admit(request, context, identify);
  const version = await resolveVersion(request, () => findPinned(caller, params));
  context.version = version;
  const bodyText = operation.method === "GET" ? "" : await readJsonText(request);
  const input = {
    params: parseInput(operation.params, { ...params }),
    query: parseQuery(schemaIn(version, operation.query), queryObject(request.query)),
    body: parseBody(schemaIn(version, operation.body), bodyText === "" ? undefined : parseJson(bodyText)),
    caller,
    version,
    client: request,
  };
  return { input, bodyText };
}

/**
 * Returns the pinned version of the credential's partner; for a wallet's app, that of the partner of the payment in
 * the path.
 */
async function findPinned({ credential }: Caller, { id }: RawParams): Promise<string | null> {
  if (credential !== null) return credential.serviceVersion;
  return id === undefined ? null : findPinnedVersion(paymentIdOf(id));
}

/** Reads the body's text. @throws TillError `invalid_params` 415 for a body that isn't JSON in UTF-8 without compression. */
export async function readJsonText(request: ApiRequest): Promise<string> {
  const unreadable = findUnreadableCoding((name) => request.header(name));
  if (unreadable !== null) throw new HttpError("invalid_params", { status: 415, message: unreadable });
  const text = await request.readBody();
  const type = request.header("content-type");
  const isJson = type !== undefined && /^application\/json\s*(;|$)/i.test(type);
  if (text !== "" && !isJson) {
    throw new HttpError("invalid_params", {
      status: 415,
      message: "The body's Content-Type must be application/json.",
    });
  }
  return text;
}

function readIdempotencyKey(request: ApiRequest, use: "required" | "honoured" | undefined): string | null {
  if (use === undefined) return null;
  const key = request.header("idempotency-key");
  if (key === undefined || key === "") {
    if (use === "required") throw new TillError("missing_idempotency_key");
    return null;
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidField("Idempotency-Key", "must be 1 to 255 visible ASCII characters");
  }
  return key;
}
