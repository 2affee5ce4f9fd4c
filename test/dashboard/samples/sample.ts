import type { MutationInput, MutationName, QueryInput, QueryName } from "#lib/dashboard/rpc/contract.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import type { Place } from "#test/dashboard/place.ts";

type Made<Input> = (place: Place, member: Member) => Input | Promise<Input>;

/** How a query is asked in a place: with everything in it that can name something of the place's. */
export type QuerySample<Input> = { input: Made<Input> };

export type MutationSample<Input> = {
  /**
   * What the action succeeds with when this member of the place sends it; may put there first what it needs. Members of
   * other places are refused with the same, unless it `names` nothing.
   */
  input: Made<Input>;
  /** The input names nothing that is there already: whoever sends it acts on what is their own. */
  names?: "nothing";
  /** Why it leaves no entry in the audit log. */
  unaudited?: string;
};

/** What an area of the dashboard brings to lib/dashboard/rpc/procedures.db.test.ts. */
export type Samples = {
  queries: { [Name in QueryName]?: QuerySample<QueryInput<Name>> };
  mutations: { [Name in MutationName]?: MutationSample<MutationInput<Name>> };
};
