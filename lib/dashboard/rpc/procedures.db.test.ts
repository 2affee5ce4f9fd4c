import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { isGranted, roles } from "#lib/core/roles.ts";
import { callProcedure } from "#lib/dashboard/rpc/call-procedure.ts";
import type { Procedure } from "#lib/dashboard/rpc/procedure.ts";
import { mutations, queries } from "#lib/dashboard/rpc/procedures.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { createPlace, marksOf, type Place } from "#test/dashboard/place.ts";
import { accountSamples } from "#test/dashboard/samples/accounts.ts";
import { developerSamples } from "#test/dashboard/samples/developers.ts";
import { merchantSamples } from "#test/dashboard/samples/merchants.ts";
import { overviewSamples } from "#test/dashboard/samples/overview.ts";
import { paymentSamples } from "#test/dashboard/samples/payments.ts";
import type { MutationSample, QuerySample } from "#test/dashboard/samples/sample.ts";
import { settingsSamples } from "#test/dashboard/samples/settings.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { digestDatabase } from "#test/stack/digest.ts";

// Every query and every action of the dashboard, whatever its area: tried as each role, and from another partner's place.

type Kind = "query" | "mutation";
type TestCase = { kind: Kind; name: string; right: Procedure["right"] };

const areas = [accountSamples, paymentSamples, merchantSamples, overviewSamples, developerSamples, settingsSamples];
const querySamples: Record<string, QuerySample<unknown>> = Object.assign({}, ...areas.map((area) => area.queries));
const mutationSamples: Record<string, MutationSample<unknown>> = Object.assign(
  {},
  ...areas.map((area) => area.mutations),
);

const casesOf = (kind: Kind, table: Readonly<Record<string, Procedure>>): TestCase[] =>
  Object.entries(table).map(([name, { right }]) => ({ kind, name, right }));
const allQueries = casesOf("query", queries);
const allMutations = casesOf("mutation", mutations);
const all = [...allQueries, ...allMutations];

/** What somebody is told who names what is not theirs: never that it exists. */
const strangersAreTold = ["not_found", "payment_not_found", "forbidden", "params_validation"];

let database: ServiceDatabase;
let place: Place;

beforeAll(async () => {
  database = await startDatabase();
});
beforeEach(async () => {
  place = await createPlace();
});
afterAll(() => database.stop());

function sampleOf({ kind, name }: TestCase): MutationSample<unknown> {
  const sample = kind === "query" ? querySamples[name] : mutationSamples[name];
  if (sample === undefined) throw new Error(`${kind} ${name} has no sample: put one into test/dashboard/samples/`);
  return sample;
}

/** Sends a member's request, with what the sample makes for `of`. */
async function send(procedure: TestCase, member: Member, of = { place, member }) {
  const input = await sampleOf(procedure).input(of.place, of.member);
  const before = await digestDatabase();
  const answer = await callProcedure(procedure.kind, procedure.name, member, input).catch((error: unknown) => {
    if (isTillError(error)) return error;
    throw error;
  });
  return { answer, isChanged: (await digestDatabase()) !== before };
}

test("every query and action has a sample, and every sample is of one", () => {
  expect(Object.keys(querySamples).sort()).toEqual(Object.keys(queries).sort());
  expect(Object.keys(mutationSamples).sort()).toEqual(Object.keys(mutations).sort());
});

test.for(["nothing", "constructor", "__proto__", "toString", ""])("there is none of the name %j", async (name) => {
  for (const kind of ["query", "mutation"] as const) {
    await expect(callProcedure(kind, name, place.members.owner, {})).rejects.toMatchObject({ code: "not_found" });
  }
});

describe.for(all)("$kind $name", (procedure) => {
  test.for(roles.filter((role) => !isGranted(role, procedure.right)))(
    "is refused to a %s, and changes nothing",
    async (role) => {
      const { answer, isChanged } = await send(procedure, place.members[role]);
      expect(answer).toMatchObject({ code: "forbidden" });
      expect(isChanged).toBe(false);
    },
  );

  test.for(roles.filter((role) => isGranted(role, procedure.right)))("is granted to a %s", async (role) => {
    const { answer, isChanged } = await send(procedure, place.members[role]);
    expect(answer).not.toBeInstanceOf(TillError);
    // What leaves no procedure may leave no trace at all: something that is only looked up.
    if (sampleOf(procedure).unaudited === undefined) expect(isChanged).toBe(procedure.kind === "mutation");
  });

  test("refuses what it does not know, and changes nothing", async () => {
    const before = await digestDatabase();
    const asking = callProcedure(procedure.kind, procedure.name, place.members.owner, { surprise: 1 });
    await expect(asking).rejects.toMatchObject({ code: "params_validation" });
    expect(await digestDatabase()).toBe(before);
  });
});

test.for(allQueries)("query $name shows nothing of another partner's, with its ids or without", async (procedure) => {
  const other = await createPlace();
  for (const of of [place, other]) {
    const { answer, isChanged } = await send(procedure, other.members.owner, { place: of, member: of.members.owner });
    expect(isChanged).toBe(false);
    if (isTillError(answer)) expect(strangersAreTold).toContain(answer.code);
    else for (const mark of marksOf(place)) expect(JSON.stringify(answer)).not.toContain(mark);
  }
});

test.for(allMutations.filter((procedure) => mutationSamples[procedure.name]?.names !== "nothing"))(
  "action $name does nothing to what is another partner's, and does not say that it is there",
  async (procedure) => {
    const other = await createPlace();
    const { answer, isChanged } = await send(procedure, other.members.owner, { place, member: place.members.owner });
    expect(strangersAreTold).toContain(isTillError(answer) ? answer.code : "it succeeded");
    expect(JSON.stringify(answer)).not.toContain("another partner");
    expect(isChanged).toBe(false);
  },
);

test.for(allMutations)("action $name is in the audit log, put down to who did it", async (procedure) => {
  const other = await createPlace();
  const { owner } = place.members;
  const input = await sampleOf(procedure).input(place, owner);
  const [last] = await database.query<{ id: string }>("SELECT coalesce(max(id), 0)::text AS id FROM audit_entry");
  await callProcedure("mutation", procedure.name, owner, input);
  const written = await database.query<Record<string, unknown>>(
    `SELECT partner_id, actor_kind, actor_id, actor_name FROM audit_entry WHERE id > $1`,
    [last?.id],
  );
  const byOwner = { partner_id: place.partnerId, actor_kind: "user", actor_id: owner.userId, actor_name: owner.email };
  for (const auditEntry of written) expect(auditEntry).toEqual(byOwner);
  if (sampleOf(procedure).unaudited === undefined) expect(written).not.toEqual([]);
  expect(written.filter(({ partner_id }) => partner_id === other.partnerId)).toEqual([]);
});
