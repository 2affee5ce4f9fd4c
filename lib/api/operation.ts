import type { z } from "zod";
import type { ServiceVersion } from "#lib/api/version.ts";
import type { ErrorCode } from "#lib/core/errors.ts";
import type { Permission } from "#lib/domain/api-keys/permissions.ts";

/** Who may call: a partner's key, a partner's key with a Merchant-Id, or a buyer's wallet. */
export type Audience = "partner" | "merchant" | "gateway";
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
  audience: A;
  permission: Permission;
  params: z.ZodType<Params>;
  query: z.ZodType<Query>;
  body: BodySchema<Body>;
  response: { status: 200 | 201; schema: z.ZodType<Answer> };
  /** Beyond those that every operation can give: authentication, versions, internal_error. */
  errors: readonly ErrorCode[];
  /** Whether an Idempotency-Key is asked for; left out where a repeat is harmless anyway. */
  idempotency?: "required" | "honoured";
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
