import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { isGranted, roles } from "#lib/core/roles.ts";
import type { Query } from "#lib/dashboard/define.ts";
import { run } from "#lib/dashboard/run.ts";
import { actions, queries } from "#lib/dashboard/tables.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { createPlace, marksOf, type Place } from "#test/dashboard/place.ts";
import { samples as accounts } from "#test/dashboard/samples/accounts.ts";
import { samples as developers } from "#test/dashboard/samples/developers.ts";
import { samples as merchants } from "#test/dashboard/samples/merchants.ts";
import { samples as overview } from "#test/dashboard/samples/overview.ts";
import { samples as payments } from "#test/dashboard/samples/payments.ts";
import type { ActionSample, QuerySample } from "#test/dashboard/samples/sample.ts";
import { samples as settings } from "#test/dashboard/samples/settings.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { digestDatabase } from "#test/stack/digest.ts";

// Every query and every action of the dashboard, whatever its area: tried as each role, and from another partner's place.

type Kind = "query" | "action";
type Entry = { kind: Kind; name: string; right: Query["right"] };

const areas = [accounts, payments, merchants, overview, developers, settings];
const querySamples: Record<string, QuerySample<unknown>> = Object.assign({}, ...areas.map((area) => area.queries));
const actionSamples: Record<string, ActionSample<unknown>> = Object.assign({}, ...areas.map((area) => area.actions));

const entriesOf = (kind: Kind, table: Readonly<Record<string, Query>>): Entry[] =>
  Object.entries(table).map(([name, { right }]) => ({ kind, name, right }));
const allQueries = entriesOf("query", queries);
const allActions = entriesOf("action", actions);
const all = [...allQueries, ...allActions];

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

function sampleOf({ kind, name }: Entry): ActionSample<unknown> {
  const sample = kind === "query" ? querySamples[name] : actionSamples[name];
  if (sample === undefined) throw new Error(`${kind} ${name} has no sample: put one into test/dashboard/samples/`);
  return sample;
}

/** Sends a member's request, with what the sample makes for `of`. */
async function send(entry: Entry, member: Member, of = { place, member }) {
  const input = await sampleOf(entry).input(of.place, of.member);
  const before = await digestDatabase();
  const answer = await run(entry.kind, entry.name, member, input).catch((error: unknown) => {
    if (isTillError(error)) return error;
    throw error;
  });
  return { answer, isChanged: (await digestDatabase()) !== before };
}

test("every query and action has a sample, and every sample is of one", () => {
  expect(Object.keys(querySamples).sort()).toEqual(Object.keys(queries).sort());
  expect(Object.keys(actionSamples).sort()).toEqual(Object.keys(actions).sort());
});

test.for(["nothing", "constructor", "__proto__", "toString", ""])("there is none of the name %j", async (name) => {
  for (const kind of ["query", "action"] as const) {
    await expect(run(kind, name, place.members.owner, {})).rejects.toMatchObject({ code: "not_found" });
  }
});

describe.for(all)("$kind $name", (entry) => {
  test.for(roles.filter((role) => !isGranted(role, entry.right)))(
    "is refused to a %s, and changes nothing",
    async (role) => {
      const { answer, isChanged } = await send(entry, place.members[role]);
      expect(answer).toMatchObject({ code: "forbidden" });
      expect(isChanged).toBe(false);
    },
  );

  test.for(roles.filter((role) => isGranted(role, entry.right)))("is granted to a %s", async (role) => {
    const { answer, isChanged } = await send(entry, place.members[role]);
    expect(answer).not.toBeInstanceOf(TillError);
    // What leaves no entry may leave no trace at all: something that is only looked up.
    if (sampleOf(entry).unaudited === undefined) expect(isChanged).toBe(entry.kind === "action");
  });

  test("refuses what it does not know, and changes nothing", async () => {
    const before = await digestDatabase();
    const asking = run(entry.kind, entry.name, place.members.owner, { surprise: 1 });
    await expect(asking).rejects.toMatchObject({ code: "params_validation" });
    expect(await digestDatabase()).toBe(before);
  });
});

test.for(allQueries)("query $name shows nothing of another partner's, with its ids or without", async (entry) => {
  const other = await createPlace();
  for (const of of [place, other]) {
    const { answer, isChanged } = await send(entry, other.members.owner, { place: of, member: of.members.owner });
    expect(isChanged).toBe(false);
    if (isTillError(answer)) expect(strangersAreTold).toContain(answer.code);
    else for (const mark of marksOf(place)) expect(JSON.stringify(answer)).not.toContain(mark);
  }
});

test.for(allActions.filter((entry) => actionSamples[entry.name]?.names !== "nothing"))(
  "action $name does nothing to what is another partner's, and does not say that it is there",
  async (entry) => {
    const other = await createPlace();
    const { answer, isChanged } = await send(entry, other.members.owner, { place, member: place.members.owner });
    expect(strangersAreTold).toContain(isTillError(answer) ? answer.code : "it succeeded");
    expect(JSON.stringify(answer)).not.toContain("another partner");
    expect(isChanged).toBe(false);
  },
);

test.for(allActions)("action $name is in the audit log, put down to who did it", async (entry) => {
  const other = await createPlace();
  const { owner } = place.members;
  const input = await sampleOf(entry).input(place, owner);
  const [last] = await database.query<{ id: string }>("SELECT coalesce(max(id), 0)::text AS id FROM audit_entry");
  await run("action", entry.name, owner, input);
  const written = await database.query<Record<string, unknown>>(
    `SELECT partner_id, actor_kind, actor_id, actor_name FROM audit_entry WHERE id > $1`,
    [last?.id],
  );
  const byOwner = { partner_id: place.partnerId, actor_kind: "user", actor_id: owner.userId, actor_name: owner.email };
  for (const entryOfLog of written) expect(entryOfLog).toEqual(byOwner);
  if (sampleOf(entry).unaudited === undefined) expect(written).not.toEqual([]);
  expect(written.filter(({ partner_id }) => partner_id === other.partnerId)).toEqual([]);
});
