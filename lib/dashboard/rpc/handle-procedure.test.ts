import { beforeEach, expect, test, vi } from "vitest";
import { newId, type UserId } from "#lib/core/ids.ts";
import { shownMember } from "#lib/core/shown-member.ts";
import { handleProcedure } from "#lib/dashboard/rpc/handle-procedure.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();
const session = vi.hoisted(() => ({ member: null as Member | null, called: [] as unknown[] }));
vi.mock("#lib/dashboard/current-member.ts", () => ({ currentMember: async () => session.member }));
vi.mock("#lib/dashboard/rpc/call-procedure.ts", () => ({
  callProcedure: async (kind: string, _name: string, { userId }: Member) => {
    session.called.push([kind, userId]);
    return {};
  },
}));

const newMember = () => memberOf({ partnerId: newId("prt", new Date()) }, "owner");
const first = newMember();
const second = newMember();
const url = "http://till.test/dashboard/data/payments.cancel";

/** Calls a query or a mutation from a page that shows a member. */
function call(kind: "query" | "mutation", shown: UserId | null): Promise<Response> {
  const headers = new Headers(shown === null ? {} : { [shownMember.header]: shown });
  if (kind === "query") return handleProcedure(new Request(url, { headers }), "payments.cancel");
  headers.set("content-type", "application/json");
  headers.set("origin", "https://till.example");
  return handleProcedure(new Request(url, { method: "POST", headers, body: "{}" }), "payments.cancel");
}

beforeEach(() => {
  session.member = first;
  session.called = [];
});

test.for(["query", "mutation"] as const)(
  "a %s of a page that shows another member is refused with 409",
  async (kind) => {
    expect((await call(kind, first.userId)).status).toBe(200);
    session.member = second;
    const refused = await call(kind, first.userId);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: { code: shownMember.refusedCode } });
    expect((await call(kind, second.userId)).status).toBe(200);
    expect(session.called).toEqual([
      [kind, first.userId],
      [kind, second.userId],
    ]);
  },
);

test("a page that shows no member is answered for the one who is signed in", async () => {
  expect((await call("query", null)).status).toBe(200);
  session.member = null;
  expect((await call("query", first.userId)).status).toBe(401);
});
