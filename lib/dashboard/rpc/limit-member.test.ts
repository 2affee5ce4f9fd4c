import { beforeEach, expect, test, vi } from "vitest";
import { newId, type PartnerId } from "#lib/core/ids.ts";
import { answerCsv } from "#lib/dashboard/export/answer-csv.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { handleProcedure } from "#lib/dashboard/rpc/handle-procedure.ts";
import { limitMember } from "#lib/dashboard/rpc/limit-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { setEnv } from "#test/env/set-env.ts";

const perMember = 4;
setEnv({ RATE_LIMIT_PER_MEMBER: String(perMember) });

const signedIn = vi.hoisted(() => ({ member: null as unknown }));
vi.mock("#lib/dashboard/current-member.ts", () => ({ currentMember: async () => signedIn.member }));
vi.mock("next/navigation", () => ({
  redirect: (path: string) => {
    throw new Error(`redirected to ${path}`);
  },
}));

function makeMember(partnerId: PartnerId = newId("prt", new Date())): Member {
  return memberOf({ partnerId }, "owner");
}

/** Counts so many requests at once. @returns how many were within the limits. */
async function countedOf(member: Member, times: number, kind?: "page"): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: times }, () => limitMember(member, kind)));
  return all.filter(({ status }) => status === "fulfilled").length;
}

const own = makeMember();
beforeEach(() => {
  signedIn.member = makeMember();
});

test("a member's requests are limited, and those that are refused don't count against the partner", async () => {
  expect(await countedOf(own, 50)).toBe(perMember);
  const colleagues = Array.from({ length: 6 }, () => makeMember(own.scope.partnerId));
  const counts = await Promise.all(colleagues.map((each) => countedOf(each, perMember)));
  // Five members' worth in all.
  expect(counts.reduce((sum, count) => sum + count)).toBe(4 * perMember);
  expect(await countedOf(makeMember(), perMember)).toBe(perMember);
});

test("pages are counted apart from calls", async () => {
  expect(await countedOf(own, 50, "page")).toBe(perMember);
});

test("calls and exports are counted together, and refused with 429", async () => {
  const call = () => handleProcedure(new Request("http://till.test/dashboard/data/none"), "none");
  const exported = () => answerCsv("payments", async () => new ReadableStream({ start: (stream) => stream.close() }));
  expect((await call()).status).toBe(404);
  for (let count = 1; count < perMember; count += 1) expect((await exported()).status).toBe(200);
  const refused = await call();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await exported()).status).toBe(429);
});

test("pages beyond the limit lead to one that says so", async () => {
  for (let count = 0; count < perMember; count += 1) expect(await requireMember()).toBe(signedIn.member);
  await expect(requireMember()).rejects.toThrow("redirected to /too-many-requests");
});
