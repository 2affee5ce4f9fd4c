import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import { limitProof } from "#lib/dashboard/sign-in/attempt-limits.ts";
import { findMember } from "#lib/domain/partners/users/find-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser, openSession, testPassword } from "#test/domain/create-user.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let viewer: Member;
let colleague: Member;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  const { partnerId } = await createPartner();
  viewer = await createUser(partnerId, "viewer");
  colleague = await createUser(partnerId, "owner");
});

const act = (name: string, input: object) => callProcedure("mutation", `account.${name}`, viewer, input);
const sessions = async () => (await callQuery("account.security", viewer, {})).sessions;

test("members list and end only their own sessions, one by one or all others", async () => {
  const second = await openSession(viewer.userId, "Chrome");
  const third = await openSession(viewer.userId, null);
  const ids = (await sessions()).map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set([viewer.sessionId, second, third]));
  expect((await sessions()).filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([viewer.sessionId]);
  await act("revokeSession", { sessionId: second });
  await expect(act("revokeSession", { sessionId: second })).rejects.toMatchObject({ code: "not_found" });
  await expect(act("revokeSession", { sessionId: colleague.sessionId })).rejects.toMatchObject({ code: "not_found" });
  expect(await findMember(second)).toBeNull();
  await act("revokeOtherSessions", {});
  expect((await sessions()).map(({ id }) => id)).toEqual([viewer.sessionId]);
  expect(await findMember(colleague.sessionId)).not.toBeNull();
});

test("members change only their own name, and the audit log records it", async () => {
  await act("rename", { name: "  Ada Lovelace " });
  expect(await findMember(viewer.sessionId)).toMatchObject({ name: "Ada Lovelace" });
  for (const name of ["", "x".repeat(81), "Ada\u202Eecalevol", "a\nb"]) {
    await expect(act("rename", { name })).rejects.toMatchObject({ issues: [{ field: "name" }] });
  }
  const entries = await database.query(
    "SELECT action, actor_id, after FROM audit_entry WHERE subject_id = $1 AND actor_id IS NOT NULL",
    [viewer.userId],
  );
  expect(entries).toEqual([{ action: "user.updated", actor_id: viewer.userId, after: { name: "Ada Lovelace" } }]);
});

test("wrong passwords in an open session are throttled after ten, also in parallel; correct ones don't count", async () => {
  for (let index = 0; index < 12; index += 1) await act("beginSecondFactor", { password: testPassword });
  const guesses = Array.from({ length: 20 }, () =>
    act("changePassword", { current: "wrong", password: "a good new one" }),
  );
  const codes = (await Promise.allSettled(guesses)).map((one) =>
    one.status === "rejected" ? one.reason.code : "done",
  );
  expect(codes.filter((code) => code === "params_validation")).toHaveLength(10);
  expect(codes.filter((code) => code === "rate_limited")).toHaveLength(10);
});

test("passwords that couldn't be checked don't count", async () => {
  const outage = () => Promise.reject(new Error("outage"));
  for (let index = 0; index < 12; index += 1) {
    await expect(limitProof(viewer.userId, outage)).rejects.toThrow("outage");
  }
});
