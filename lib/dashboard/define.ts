import type { z } from "zod";
import type { Right } from "#lib/core/roles.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/** What can be sent as it is: no dates, no bigints. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * What a page reads. Server Components call `run` for the first paint; the browser asks again by the query's name.
 */
export type Query<Input extends z.ZodType = z.ZodType, Output extends Json = Json> = {
  right: Right;
  input: Input;
  run(member: Member, input: z.output<Input>): Promise<Output>;
};

/**
 * What a page changes. Runs on behalf of the member, so that the audit log names them; writes in transactions of the
 * domain's own functions.
 */
export type Action<Input extends z.ZodType = z.ZodType, Output extends Json = Json> = Query<Input, Output>;

/** Declares a query. The right is a required field, so that one without does not compile. */
export function defineQuery<Input extends z.ZodType, Output extends Json>(
  query: Query<Input, Output>,
): Query<Input, Output> {
  return query;
}

/** Declares an action, as {@link defineQuery}. */
export function defineAction<Input extends z.ZodType, Output extends Json>(
  action: Action<Input, Output>,
): Action<Input, Output> {
  return action;
}
