import type { z } from "zod";
import type { Right } from "#lib/core/roles.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/** A value that survives JSON unchanged: no dates, no bigints. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * A data call of the dashboard. Queries read; Server Components call them for the first paint, and the browser refetches
 * them by name. Mutations change something on behalf of the calling member, so that the audit log names them, and write
 * in transactions of the domain's own functions.
 */
export type Procedure<Input extends z.ZodType = z.ZodType, Output extends Json = Json> = {
  /** The right that the caller's role must include. */
  right: Right;
  /** True when the member must have proved who they are within the last minutes (`proofHoldsMs`). */
  needsProof?: true;
  /** True for the members and inputs that need that proof, where not all do. */
  needsProofFor?(member: Member, input: z.output<Input>): boolean;
  /**
   * True for the procedures of a member who still has to set up the second factor that the partner requires:
   * those of the setup, and of the proof that it may ask for.
   */
  setsUpFactor?: true;
  /** True for what belongs to the company in both modes, such as its members: the procedure acts in the live account. */
  isOfCompany?: true;
  input: Input;
  resolve(member: Member, input: z.output<Input>): Promise<Output>;
};

/**
 * A procedure that changes something. One that changes the checkout, which is what buyers of later payments
 * see of a merchant or partner (names, pictures, colors, links, and the sites that may show it), needs a
 * proof: an email to the owners would come after the buyers have seen it. A payment's own words belong to
 * that payment only.
 */
export type Mutation<Input extends z.ZodType = z.ZodType, Output extends Json = Json> = Procedure<Input, Output> &
  ({ changesCheckout: false } | { changesCheckout: true; needsProof: true });

/** Declares a query. A query without a right doesn't compile. */
export function defineQuery<Input extends z.ZodType, Output extends Json>(
  query: Procedure<Input, Output>,
): Procedure<Input, Output> {
  return query;
}

/** Declares a mutation, as {@link defineQuery}. One that doesn't tell whether it changes the checkout doesn't compile. */
export function defineMutation<Input extends z.ZodType, Output extends Json>(
  mutation: Mutation<Input, Output>,
): Mutation<Input, Output> {
  return mutation;
}
