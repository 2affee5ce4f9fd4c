import { authenticate, type Caller, type CallerOf } from "#lib/api/authenticate.ts";
import type { ApiRequest } from "#lib/api/http.ts";
import { type Audience, bodySchemaOf, type Operation } from "#lib/api/operation.ts";
import { admit } from "#lib/api/rate-limit/admission.ts";
import { errorBody } from "#lib/api/render-error.ts";
import type { RequestContext } from "#lib/api/request-context.ts";
import { resolveVersion } from "#lib/api/version.ts";
import { answerIn } from "#lib/api/versions/answers.ts";
import { actAs } from "#lib/core/actor.ts";
import { invalidField, isTillError, TillError } from "#lib/core/errors.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import { inTransaction, type Tx } from "#lib/db/transaction.ts";
import type { Client } from "#lib/domain/payments/status/status-watch.ts";
import type { Answer } from "#lib/domain/platform/idempotency/answer.ts";
import { answerOnce } from "#lib/edge/answer-once.ts";
import { HttpError, statusOf } from "#lib/edge/http-error.ts";
import { parseInput, queryObject } from "#lib/edge/parse-input.ts";
import { parseJson } from "#lib/edge/parse-json.ts";

/** What a handler is given: everything parsed, nothing left to check. */
export type Input<Params, Query, Body, C extends Caller> = {
  params: Params;
  query: Query;
  body: Body;
  caller: C;
  version: ServiceVersion;
  /** Who waits for the answer. */
  client: Client;
};

type RouteAnswer = Answer & { isReplay: boolean };

/** An operation with what carries it out. */
export type Route = {
  operation: Operation<Audience, unknown, unknown, unknown, unknown>;
  run(request: ApiRequest, params: RawParams, context: RequestContext): Promise<RouteAnswer>;
};

type RawParams = Readonly<Record<string, string | undefined>>;

/**
 * A route that reads, or whose writes are safe to repeat by their own nature: authenticate, parseInput, one call.
 */
export function defineRoute<A extends Audience, Params, Query, Body, Reply>(
  operation: Operation<A, Params, Query, Body, Reply>,
  handler: (input: Input<Params, Query, Body, CallerOf<A>>) => Promise<Reply>,
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

/**
 * A route that writes in one transaction, once for an Idempotency-Key where the operation takes one. `prepare` may ask
 * other hosts; `write` runs in the transaction that also remembers the answer, and must not.
 */
export function defineWriteRoute<A extends Exclude<Audience, "gateway">, Params, Query, Body, Reply, Prepared>(
  operation: Operation<A, Params, Query, Body, Reply>,
  steps: {
    prepare: (input: Input<Params, Query, Body, CallerOf<A>>) => Promise<Prepared>;
    write: (tx: Tx, prepared: Prepared, input: Input<Params, Query, Body, CallerOf<A>>) => Promise<Reply>;
    /** Carries out `write` where no answer is remembered with it; a transaction when left out. */
    alone?: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  },
): Route {
  return {
    operation: operation as unknown as Route["operation"],
    async run(request, params, context) {
      const { input, bodyText } = await readInput(operation, request, params, context);
      const key = readIdempotencyKey(request, operation.idempotency);
      const answer = async (tx: Tx, prepared: Prepared) => ({
        status: operation.response.status,
        body: JSON.stringify(answerIn(input.version, operation.operationId, await steps.write(tx, prepared, input))),
      });
      const prepare = () => steps.prepare(input);
      if (key === null) {
        const prepared = await prepare();
        const write = () => (steps.alone ?? inTransaction)((tx) => answer(tx, prepared));
        return { ...(await onBehalfOf(input.caller, write)), isReplay: false };
      }
      const { partnerId } = input.caller.scope;
      const fingerprint = [request.path, input.caller.scope.merchantId ?? "", bodyText].join("\n");
      const once = { partnerId, operationId: operation.operationId, key, fingerprint };
      const write = (tx: Tx, prepared: Prepared) => rememberRefusal(tx, (nested) => answer(nested, prepared));
      return onBehalfOf(input.caller, () => answerOnce(once, prepare, write));
    },
  };
}

/**
 * Turns a client error of `write` into an answer, so that a repeat of the request gets the same error; server errors are
 * not remembered (WIRE, Idempotency). A savepoint undoes the statements of the refused write.
 */
async function rememberRefusal(tx: Tx, write: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  try {
    return await tx.nested(() => write(tx));
  } catch (error) {
    if (!isTillError(error) || statusOf(error) >= 500) throw error;
    return { status: statusOf(error), body: errorBody(error) };
  }
}

/** What is changed is put down to the key, where there is one: buyers' wallets name an app, which anybody can. */
function onBehalfOf<T>({ key }: Caller, work: () => T): T {
  return key === null ? work() : actAs({ kind: "api_key", id: key.keyId, name: key.name }, work);
}

async function readInput<A extends Audience, Params, Query, Body, Reply>(
  operation: Operation<A, Params, Query, Body, Reply>,
  request: ApiRequest,
  params: RawParams,
  context: RequestContext,
): Promise<{ input: Input<Params, Query, Body, CallerOf<A>>; bodyText: string }> {
  const { audience, permission } = operation;
  const identify = async () => (await authenticate(request, context, audience, permission)) as CallerOf<A>;
  const caller = await admit(request, context, identify);
  const version = resolveVersion(request, caller.key?.serviceVersion ?? null);
  context.version = version;
  const bodyText = operation.method === "GET" ? "" : await readJsonText(request);
  const input = {
    params: parseInput(operation.params, { ...params }),
    query: parseInput(operation.query, queryObject(request.query)),
    body: parseInput(bodySchemaOf(operation.body, version), bodyText === "" ? undefined : parseJson(bodyText)),
    caller,
    version,
    client: request,
  };
  return { input, bodyText };
}

/** The body's text. @throws TillError `invalid_params` 415 when it is there and is not said to be JSON. */
export async function readJsonText(request: ApiRequest): Promise<string> {
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
