import { actAs } from "#lib/core/actor.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isGranted } from "#lib/core/roles.ts";
import type { QueryInput, QueryName, QueryOutput } from "#lib/dashboard/rpc/contract.ts";
import type { Json, Procedure } from "#lib/dashboard/rpc/procedure.ts";
import { mutations, queries } from "#lib/dashboard/rpc/procedures.ts";
import { doAs, inBulk } from "#lib/db/work.ts";
import { type Member, proofHoldsMs } from "#lib/domain/partners/users/session.ts";
import { parseInput } from "#lib/edge/parse-input.ts";
import { proofMissing } from "#lib/edge/proof-missing.ts";

/**
 * Calls a procedure by name on behalf of a signed-in member: checks the right, parses the input and names the actor. Queries are
 * bulk work.
 * @throws TillError `not_found` for an unknown name, `forbidden` for a role without the right, a missing proof or a
 * second factor that the partner requires, `params_validation`, and the errors of the procedure itself.
 */
export async function callProcedure(
  kind: "query" | "mutation",
  name: string,
  member: Member,
  input: unknown,
): Promise<Json> {
  const table: Readonly<Record<string, Procedure>> = kind === "query" ? queries : mutations;
  const procedure = Object.hasOwn(table, name) ? table[name] : undefined;
  if (procedure === undefined) throw new TillError("not_found");
  if (!procedure.setsUpFactor) requireSecondFactor(member);
  if (!isGranted(member.role, procedure.right)) {
    const message = `Your role (${member.role}) doesn't allow this. Ask an owner or admin.`;
    throw new TillError("forbidden", { message });
  }
  if (procedure.needsProof) requireProof(member);
  const parsed = parseInput(procedure.input, input);
  if (procedure.needsProofFor?.(member, parsed)) requireProof(member);
  const acting = procedure.isOfCompany ? { ...member, scope: member.liveScope } : member;
  const resolve = () => procedure.resolve(acting, parsed);
  return actAs({ kind: "user", id: member.userId, name: member.email, role: member.role }, () =>
    // A mutation is never refused between two of its transactions.
    kind === "query" ? inBulk(member.scope.partnerId, resolve) : doAs({ kind: "merchant" }, resolve),
  );
}

/** @throws TillError `forbidden` with an issue on `proof`. */
function requireProof({ provedAt }: Member): void {
  if (clock.now().getTime() - provedAt.getTime() >= proofHoldsMs) throw new TillError("forbidden", proofMissing);
}

/** @throws TillError `forbidden` for a member who has yet to set up the second factor that the partner requires. */
export function requireSecondFactor({ lacksSecondFactor }: Member): void {
  if (!lacksSecondFactor) return;
  const message = "Your company requires two-factor authentication. Reload the page and set it up to continue.";
  throw new TillError("forbidden", { message });
}

/** Calls a query from a Server Component, with the types of that query. */
export async function callQuery<Name extends QueryName>(
  name: Name,
  member: Member,
  input: QueryInput<Name>,
): Promise<QueryOutput<Name>> {
  return (await callProcedure("query", name, member, input)) as QueryOutput<Name>;
}
