import type { MutationInput, MutationName, QueryInput, QueryName } from "#lib/dashboard/rpc/contract.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import type { Place } from "#test/dashboard/place.ts";

type Made<Input> = (place: Place, member: Member) => Input | Promise<Input>;

/** Input of a query in a place, naming every record of the place that it can name. */
export type QuerySample<Input> = { input: Made<Input> };

export type MutationSample<Input> = {
  /**
   * Input with which the action succeeds for this member of the place; may first create what the action needs. Members of
   * other places are refused with the same, unless it `names` nothing.
   */
  input: Made<Input>;
  /** The input names no existing record: every sender acts on their own. */
  names?: "nothing";
  /** Why it leaves no entry in the audit log. */
  unaudited?: string;
};

/** The samples of an area of the dashboard for lib/dashboard/rpc/procedures.db.test.ts. */
export type Samples = {
  queries: { [Name in QueryName]?: QuerySample<QueryInput<Name>> };
  mutations: { [Name in MutationName]?: MutationSample<MutationInput<Name>> };
};
