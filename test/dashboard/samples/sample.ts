import type { MutationInput, MutationName, QueryInput, QueryName } from "#lib/dashboard/rpc/contract.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import type { Place } from "#test/dashboard/place.ts";

type Made<Input> = (place: Place, member: Member) => Input | Promise<Input>;

/** The input of a query, naming everything of the partner that it can. */
export type QuerySample<Input> = { input: Made<Input> };

export type MutationSample<Input> = {
  /**
   * Returns an input with which the mutation succeeds for this member, after creating what it needs. Members of other
   * partners are rejected with the same input, unless it `names` nothing.
   */
  input: Made<Input>;
  /** The input names no existing record, so the caller acts on their own. */
  names?: "nothing";
  /** The reason why it leaves no entry in the audit log. */
  unaudited?: string;
};

/** The samples of one area, for lib/dashboard/rpc/procedures.db.test.ts. */
export type Samples = {
  queries: { [Name in QueryName]?: QuerySample<QueryInput<Name>> };
  mutations: { [Name in MutationName]?: MutationSample<MutationInput<Name>> };
};
