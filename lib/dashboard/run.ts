import { actAs } from "#lib/core/actor.ts";
import { TillError } from "#lib/core/errors.ts";
import { isGranted } from "#lib/core/roles.ts";
import type { Json, Query } from "#lib/dashboard/define.ts";
import { parseInput } from "#lib/dashboard/parse-input.ts";
import { actions, queries } from "#lib/dashboard/tables.ts";
import type { QueryInput, QueryName, QueryOutput } from "#lib/dashboard/wire.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

/**
 * Answers a query or carries out an action of somebody who is signed in.
 * @throws TillError `not_found` for a name that there is none of, `forbidden` for a role without the right,
 * `params_validation`, and what the domain throws.
 */
export async function run(kind: "query" | "action", name: string, member: Member, input: unknown): Promise<Json> {
  const table: Readonly<Record<string, Query>> = kind === "query" ? queries : actions;
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found === undefined) throw new TillError("not_found");
  if (!isGranted(member.role, found.right)) {
    throw new TillError("forbidden", {
      message: `Your role (${member.role}) doesn't allow this. Ask an owner or admin.`,
    });
  }
  const parsed = parseInput(found.input, input);
  return actAs({ kind: "user", id: member.userId, name: member.email }, () => found.run(member, parsed));
}

/** The same for a page of our own, which knows the query's types. */
export async function runQuery<Name extends QueryName>(
  name: Name,
  member: Member,
  input: QueryInput<Name>,
): Promise<QueryOutput<Name>> {
  return (await run("query", name, member, input)) as QueryOutput<Name>;
}
