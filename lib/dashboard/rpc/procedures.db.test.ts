import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { isGranted, roles } from "#lib/core/roles.ts";
import { callProcedure } from "#lib/dashboard/rpc/call-procedure.ts";
import type { MutationName } from "#lib/dashboard/rpc/contract.ts";
import type { Mutation, Procedure } from "#lib/dashboard/rpc/procedure.ts";
import { mutations, queries } from "#lib/dashboard/rpc/procedures.ts";
import { type Member, proofHoldsMs } from "#lib/domain/partners/users/session.ts";
import { createPlace, createTestPlaceOf, marksOf, type Place } from "#test/dashboard/place.ts";
import { accountSamples } from "#test/dashboard/samples/accounts.ts";
import { developerSamples } from "#test/dashboard/samples/developers.ts";
import { exceptionSamples } from "#test/dashboard/samples/exceptions.ts";
import { goLiveSamples } from "#test/dashboard/samples/go-live.ts";
import { merchantSamples } from "#test/dashboard/samples/merchants.ts";
import { overviewSamples } from "#test/dashboard/samples/overview.ts";
import { passkeySamples } from "#test/dashboard/samples/passkeys.ts";
import { paymentSamples } from "#test/dashboard/samples/payments.ts";
import type { MutationSample, QuerySample } from "#test/dashboard/samples/sample.ts";
import { settingsSamples } from "#test/dashboard/samples/settings.ts";
import { webhookSamples } from "#test/dashboard/samples/webhooks.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { digestDatabase } from "#test/stack/digest.ts";

// Calls every query and mutation of the dashboard as each role, and from another partner.

type Kind = "query" | "mutation";
type TestCase = { kind: Kind; name: string; right: Procedure["right"]; isOfCompany: boolean };

const areas = [
  accountSamples,
  passkeySamples,
  paymentSamples,
  exceptionSamples,
  merchantSamples,
  overviewSamples,
  developerSamples,
  webhookSamples,
  settingsSamples,
  goLiveSamples,
];
const querySamples: Record<string, QuerySample<unknown>> = Object.assign({}, ...areas.map((area) => area.queries));
const mutationSamples: Record<string, MutationSample<unknown>> = Object.assign(
  {},
  ...areas.map((area) => area.mutations),
);

const casesOf = (kind: Kind, table: Readonly<Record<string, Procedure>>): TestCase[] =>
  Object.entries(table).map(([name, { right, isOfCompany = false }]) => ({ kind, name, right, isOfCompany }));
const allQueries = casesOf("query", queries);
const allMutations = casesOf("mutation", mutations);
const all = [...allQueries, ...allMutations];

/** The errors for another partner's ids, which never reveal that they exist. */
const strangersAreTold = ["not_found", "payment_not_found", "forbidden", "params_validation"];

let database: ServiceDatabase;
let place: Place;
/** False once a test may have changed the place. Each place makes the digests of all later tests slower. */
let isUnchanged = false;

beforeAll(async () => {
  database = await startDatabase({ WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" });
});
beforeEach(async () => {
  if (!isUnchanged) place = await createPlace();
  isUnchanged = false;
});
afterAll(() => database.stop());

function sampleOf({ kind, name }: TestCase): MutationSample<unknown> {
  const sample = kind === "query" ? querySamples[name] : mutationSamples[name];
  if (sample === undefined) throw new Error(`${kind} ${name} has no sample: put one into test/dashboard/samples/`);
  return sample;
}

/** Calls a procedure as a member, with the sample's input for `of`. */
async function send(procedure: TestCase, member: Member, of = { place, member }) {
  const input = await sampleOf(procedure).input(of.place, of.member);
  const before = await digestDatabase();
  const answer = await callProcedure(procedure.kind, procedure.name, member, input).catch((error: unknown) => {
    if (isTillError(error)) return error;
    throw error;
  });
  return { answer, isChanged: (await digestDatabase()) !== before };
}

test("a position in the request log at a time that the database doesn't have is refused", async () => {
  const after = { at: "0000-01-01T00:00:00.000Z", id: "1" };
  const asked = callProcedure("query", "developers.requests", place.members.owner, { after });
  await expect(asked).rejects.toMatchObject({ code: "params_validation" });
});

test("every query and mutation has a sample, and no sample is left over", () => {
  expect(Object.keys(querySamples).sort()).toEqual(Object.keys(queries).sort());
  expect(Object.keys(mutationSamples).sort()).toEqual(Object.keys(mutations).sort());
});

test.for(["nothing", "constructor", "__proto__", "toString", ""])("the name %j is unknown", async (name) => {
  for (const kind of ["query", "mutation"] as const) {
    await expect(callProcedure(kind, name, place.members.owner, {})).rejects.toMatchObject({ code: "not_found" });
  }
});

describe.for(all)("$kind $name", (procedure) => {
  test.for(roles.filter((role) => !isGranted(role, procedure.right)))(
    "is denied to a %s, and changes nothing",
    async (role) => {
      const { answer, isChanged } = await send(procedure, place.members[role]);
      expect(answer).toMatchObject({ code: "forbidden" });
      expect(isChanged).toBe(false);
      isUnchanged = procedure.kind === "query";
    },
  );

  test.for(roles.filter((role) => isGranted(role, procedure.right)))("is granted to a %s", async (role) => {
    const { answer, isChanged } = await send(procedure, place.members[role]);
    expect(answer).not.toBeInstanceOf(TillError);
    // A mutation without an audit entry may change nothing at all, such as a lookup.
    if (sampleOf(procedure).unaudited === undefined) expect(isChanged).toBe(procedure.kind === "mutation");
    isUnchanged = procedure.kind === "query" && !isChanged;
  });

  test("rejects unknown input, and changes nothing", async () => {
    const before = await digestDatabase();
    const asking = callProcedure(procedure.kind, procedure.name, place.members.owner, { surprise: 1 });
    await expect(asking).rejects.toMatchObject({ code: "params_validation" });
    expect(await digestDatabase()).toBe(before);
    isUnchanged = true;
  });
});

/** Owners of data that a member doesn't see: another partner, and in one mode the account of the other. */
const relations: Record<string, () => Promise<{ own: Place; foreign: Place }>> = {
  "another partner": async () => ({ own: await createPlace(), foreign: place }),
  "the live account, in test mode": async () => ({ own: await createTestPlaceOf(place), foreign: place }),
  "the test account, in live mode": async () => ({ own: place, foreign: await createTestPlaceOf(place) }),
};

/** True when the database refuses a row of test mode that the sample would name. */
function isRefusedByMode(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && /_(is_live|of_live_account|on_chain_of_mode)$/.test(error.constraint ?? "")
  );
}

/** True for procedures of the company, such as those of its members, which act in the live account in both modes. */
function isOfBoth({ isOfCompany }: TestCase, own: Place, foreign: Place): boolean {
  return isOfCompany && isTestAccount(own.partnerId) !== isTestAccount(foreign.partnerId);
}

test.for(allQueries.filter(({ isOfCompany }) => isOfCompany))(
  "query $name answers the same in both modes",
  async (procedure) => {
    const { scope } = (await createTestPlaceOf(place)).members.owner;
    const { owner } = place.members;
    const { answer: inLive } = await send(procedure, owner);
    const { answer: inTest } = await send(procedure, { ...owner, scope }, { place, member: owner });
    expect(inTest).toEqual(inLive);
  },
);

describe.for(Object.entries(relations))("of %s,", ([, relate]) => {
  test.for(allQueries)("query $name shows nothing, with or without its ids", async (procedure) => {
    const { own, foreign } = await relate();
    if (isOfBoth(procedure, own, foreign)) return;
    for (const of of [foreign, own]) {
      const { answer, isChanged } = await send(procedure, own.members.owner, { place: of, member: of.members.owner });
      expect(isChanged).toBe(false);
      if (isTillError(answer)) expect(strangersAreTold).toContain(answer.code);
      else for (const mark of marksOf(foreign)) expect(JSON.stringify(answer)).not.toContain(mark);
    }
  });

  test.for(allMutations.filter((procedure) => mutationSamples[procedure.name]?.names !== "nothing"))(
    "mutation $name changes nothing, and doesn't reveal that it exists",
    async (procedure) => {
      const { own, foreign } = await relate();
      if (isOfBoth(procedure, own, foreign)) return;
      const of = { place: foreign, member: foreign.members.owner };
      const asked = await send(procedure, own.members.owner, of).catch((error: unknown) => {
        if (isRefusedByMode(error) || isTillError(error)) return null;
        throw error;
      });
      // A test account has no members, invitations or payouts that could be named.
      if (asked === null) return expect(isTestAccount(foreign.partnerId)).toBe(true);
      const { answer, isChanged } = asked;
      expect(strangersAreTold).toContain(isTillError(answer) ? answer.code : "it succeeded");
      expect(JSON.stringify(answer)).not.toContain("another partner");
      expect(isChanged).toBe(false);
    },
  );
});

/** The rows of the partner and its merchants that buyers of later payments see. */
const checkoutOf = (partnerId: string) =>
  database.query(
    `SELECT 'merchant', to_jsonb(m) FROM
        (SELECT id, name, icon_url, logo_hash, support_contact, brand_color, sends_receipts FROM merchant WHERE partner_id = $1) m
      UNION ALL SELECT 'app', to_jsonb(a) FROM (SELECT id, name, logo_hash, revoked_at FROM app WHERE partner_id = $1) a
      UNION ALL SELECT 'sites', to_jsonb(embed_origins) FROM partner WHERE id = $1
      UNION ALL SELECT 'form', to_jsonb(b) - 'updated_at' FROM buyer_data_policy b WHERE partner_id = $1
      ORDER BY 1, 2`,
    [partnerId],
  );

test.for(allMutations)("mutation $name declares whether it changes what buyers see", async (procedure) => {
  const { owner } = place.members;
  const input = await sampleOf(procedure).input(place, owner);
  const before = await checkoutOf(place.partnerId);
  await callProcedure("mutation", procedure.name, owner, input);
  const isChanged = JSON.stringify(await checkoutOf(place.partnerId)) !== JSON.stringify(before);
  const mutation: Mutation = mutations[procedure.name as MutationName];
  expect(isChanged).toBe(mutation.changesCheckout);
});

test.for(allMutations.filter(({ name }) => mutations[name as MutationName].changesCheckout))(
  "mutation $name, which buyers see, is refused long after the last proof, and changes nothing",
  async (procedure) => {
    const { owner } = place.members;
    const stale = { ...owner, provedAt: new Date(owner.provedAt.getTime() - proofHoldsMs) };
    const { answer, isChanged } = await send(procedure, stale);
    expect(answer).toMatchObject({ code: "forbidden", issues: [{ field: "proof" }] });
    expect(isChanged).toBe(false);
  },
);

test.for(allMutations)("mutation $name is in the audit log under its actor", async (procedure) => {
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
