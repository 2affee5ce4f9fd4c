import type { z } from "zod";
import type { ErrorCode } from "#lib/core/errors.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import type { Permission } from "#lib/domain/partners/api-keys/permissions.ts";
import type { OtherStatus } from "#lib/edge/error-table.ts";

/** Who may call: a partner's key, a partner's key with a Merchant-Id, the same but optional, or a buyer's wallet. */
export type Audience = "partner" | "merchant" | "partner-or-merchant" | "gateway";
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A body's schema, or one for each version where they differ. */
export type BodySchema<Body> = z.ZodType<Body> | Record<ServiceVersion, z.ZodType<Body>>;

/**
 * One endpoint, said once: validation, authentication, reference and contract tests all follow from it. Params and
 * query are read from strings, so their schemas turn text into values.
 */
export type Operation<A extends Audience, Params, Query, Body, Answer> = {
  operationId: string;
  method: Method;
  /** As in SPEC, with placeholders in braces. */
  path: `/v1/${string}`;
  summary: string;
  /** What the summary leaves open, in whole sentences. */
  description?: string;
  audience: A;
  permission: Permission;
  params: z.ZodType<Params>;
  query: z.ZodType<Query>;
  body: BodySchema<Body>;
  response: { status: 200 | 201; schema: z.ZodType<Answer> };
  /** Beyond those that every operation of its kind can give (lib/api/openapi/declared-errors.ts). */
  errors: readonly DeclaredError[];
  /** Whether an Idempotency-Key is asked for; left out where a repeat is harmless anyway. */
  idempotency?: "required" | "honoured";
  /** Since when its successor is to be used instead; answered in headers (RFC 9745, RFC 8594). */
  deprecated?: { sinceUnixSeconds: number; successor: `/v1/${string}` };
  /** The first of a version stands in the reference as its curl command. */
  examples?: readonly Example<NoInfer<Answer>>[];
};

/** An error at its code's own status, or at another one that the code can have. */
export type DeclaredError = ErrorCode | { code: ErrorCode; status: OtherStatus };

/** One exchange for the reference; tests check it against the schemas. */
export type Example<Answer> = {
  name: string;
  /** The only version that it holds for; all of them when left out. */
  version?: ServiceVersion;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | readonly string[]>>;
  body?: unknown;
  response: Answer;
};

/** Declares an operation; exists for the inference of its types. */
export function defineOperation<A extends Audience, Params, Query, Body, Answer>(
  operation: Operation<A, Params, Query, Body, Answer>,
): Operation<A, Params, Query, Body, Answer> {
  return operation;
}

/** The schema of a body under one version. */
export function bodySchemaOf<Body>(body: BodySchema<Body>, version: ServiceVersion): z.ZodType<Body> {
  return "parse" in body ? (body as z.ZodType<Body>) : body[version];
}
