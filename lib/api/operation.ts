import { z } from "zod";
import type { GroupName } from "#lib/api/openapi/groups.ts";
import type { ErrorCode } from "#lib/core/errors.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import type { Position } from "#lib/db/keyset.ts";
import type { Permission } from "#lib/domain/partners/api-keys/permissions.ts";
import type { OtherStatus } from "#lib/edge/error-table.ts";

/**
 * The accepted callers: a partner's key, one with a Merchant-Id, one with an optional Merchant-Id, or a
 * buyer's wallet.
 */
export type Audience = "partner" | "merchant" | "partner-or-merchant" | "gateway";
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A schema of input, or one per version if they differ. */
export type VersionedSchema<Input> = z.ZodType<Input> | Record<ServiceVersion, z.ZodType<Input>>;

/**
 * The declaration of an endpoint, from which validation, authentication, the reference and the contract tests
 * follow. Params and query arrive as strings, so their schemas convert text to values.
 */
export type Operation<A extends Audience, Params, Query, Body, Answer> = {
  operationId: string;
  /** Its group in the reference. */
  group: GroupName;
  /**
   * Its place in the group, in the order that an integrator needs the operations; in tens, so that one fits
   * between two others.
   */
  place: number;
  method: Method;
  /** With placeholders in braces. */
  path: `/v1/${string}`;
  summary: string;
  /** Details beyond the summary, in whole sentences. */
  description: string;
  audience: A;
  permission: Permission;
  params: z.ZodType<Params>;
  query: VersionedSchema<Query>;
  body: VersionedSchema<Body>;
  response: { status: 200 | 201; schema: z.ZodType<Answer> };
  /** Errors beyond those of every operation of its kind (lib/api/openapi/declared-errors.ts). */
  errors: readonly DeclaredError[];
  /** Support for Idempotency-Key; left out if a repeat is harmless anyway. */
  idempotency?: "required" | "honoured";
  /** The response holds a secret that is shown once, so it is stored for repeats encrypted. */
  hasSecretAnswer?: boolean;
  /** Another header that the key may come in, in lower case, besides Api-Key. */
  keyHeader?: string;
  /** The operation that this one is another path of: an Idempotency-Key is the same key on both. */
  aliasOf?: { operationId: string; path: `/v1/${string}` };
  /** When the operation was deprecated, and its successor; sent as headers (RFC 9745, RFC 8594). */
  deprecated?: { sinceUnixSeconds: number; successor: `/v1/${string}` };
  /** The first example of a version is the reference's curl command. */
  examples?: readonly Example<NoInfer<Answer>>[];
};

/**
 * The sort order of a list, such as `date desc`, and the schema of positions in it, so that a forged one is
 * refused.
 */
type Cursor = { sort: string; position: z.ZodType<Position> };

/** An operation that returns a page of a list, from the query's cursor on. */
export type ListOperation<A extends Audience, Params, Query, Body, Answer> = Operation<
  A,
  Params,
  Query,
  Body,
  Answer
> & {
  /** May depend on the query, which can choose the sort order. */
  cursor: (query: NoInfer<Query>) => Cursor;
};

/** An error with its code's own status, or with another status of the code. */
export type DeclaredError = ErrorCode | { code: ErrorCode; status: OtherStatus };

/** A request and response for the reference. Tests check it against the schemas. */
export type Example<Answer> = {
  name: string;
  /** The only version that it applies to; every version if left out. */
  version?: ServiceVersion;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | readonly string[]>>;
  body?: unknown;
  response: Answer;
};

/** The query of an operation without query parameters. */
export const withoutQuery = z.strictObject({});

/** The body of an operation without a body. Clients that send JSON with every request send an empty object. */
export const withoutBody = z.strictObject({}).optional();

/** Declares an operation with inferred types. */
export function defineOperation<A extends Audience, Params, Query, Body, Answer>(
  operation: Operation<A, Params, Query, Body, Answer>,
): Operation<A, Params, Query, Body, Answer> {
  return operation;
}

/** Declares an operation that returns a page of a list. */
export function defineListOperation<A extends Audience, Params, Query, Body, Answer>(
  operation: ListOperation<A, Params, Query, Body, Answer>,
): ListOperation<A, Params, Query, Body, Answer> {
  return operation;
}

/** The schema of an operation's input in a version. */
export function schemaIn<Input>(version: ServiceVersion, schema: VersionedSchema<Input>): z.ZodType<Input> {
  return "parse" in schema ? (schema as z.ZodType<Input>) : schema[version];
}
