import { beforeEach, expect, test, vi } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { answerCsv } from "#lib/dashboard/export/answer-csv.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv({});
const signedIn = vi.hoisted(() => ({ member: null as unknown }));
vi.mock("#lib/dashboard/current-member.ts", () => ({ currentMember: async () => signedIn.member }));
vi.mock("#lib/domain/partners/users/find-member.ts", () => ({ findMember: async () => signedIn.member }));

const now = new Date();
let partnerId = newId("prt", now);
beforeEach(() => {
  partnerId = newId("prt", now);
});
const newMember = () => memberOf({ partnerId }, "owner");

/** Asks for an export that never ends unless its source does. */
const ask = (
  member: Member,
  source = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(1)) }),
) => {
  signedIn.member = member;
  return answerCsv("payments", async () => source);
};
/** Reads the beginning of an export. */
const begin = async ({ body }: Response) => {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  return reader;
};
const failing = () =>
  new ReadableStream<Uint8Array>({
    pull() {
      throw new Error("the database is gone");
    },
  });

test("an export while the database is down is refused as every other request is", async () => {
  signedIn.member = newMember();
  const refused = await answerCsv("payments", () =>
    Promise.reject(Object.assign(new Error("terminating connection"), { code: "57P01" })),
  );
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.text()).toBe("The service can't reach its database right now. Try again.");
});

test("a member downloads six exports at once, and the next one when one has ended, failed or been canceled", async () => {
  const member = newMember();
  const open = [];
  for (let number = 0; number < 5; number += 1) open.push(await begin(await ask(member)));
  expect(await (await ask(member, new ReadableStream({ start: (stream) => stream.close() }))).text()).toBe("");
  await expect((await ask(member, failing())).text()).rejects.toThrow("the database is gone");
  const late = [await ask(member), await ask(member)];
  open.push(await begin(late[0] as Response));
  const refused = await ask(member);
  expect(refused.status).toBe(429);
  expect(await refused.text()).toMatch(
    /^You are downloading 6 exports, .* Wait until one is complete, or cancel one\.$/,
  );
  await expect((late[1] as Response).text()).rejects.toThrow("You are downloading 6 exports");
  await open[0]?.cancel();
  expect((await ask(member)).status).toBe(200);
});

test("members of a partner download twenty exports at once, and those of others theirs", async () => {
  const members = Array.from({ length: 4 }, newMember);
  for (const member of members) for (let number = 0; number < 5; number += 1) await begin(await ask(member));
  const refused = await ask(newMember());
  expect(refused.status).toBe(429);
  expect(await refused.text()).toMatch(/^Your company's members are downloading 20 exports/);
  partnerId = newId("prt", now);
  expect((await ask(newMember())).status).toBe(200);
});
