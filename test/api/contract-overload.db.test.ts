import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endDraining } from "#lib/api/draining.ts";
import { createIds, createSettledPartner } from "#test/api/create-ids.ts";
import { type Declared, declaredIn } from "#test/api/declared.ts";
import { openExchange } from "#test/api/exchange.ts";
import { faultsOf } from "#test/api/faults-of.ts";
import { type Answer, type Api, startApi } from "#test/api/start-api.ts";
import type { Ids } from "#test/api/valid-request.ts";

let api: Api;
/** Another partner's: a request is refused before its objects are read. */
let ids: Ids;

beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_PER_KEY: "1", RATE_LIMIT_PER_APP: "1" });
  ids = await createIds(await createSettledPartner());
});
afterAll(() => api.stop());

const declared = declaredIn("overload");
const [limits, drains] = ["429 rate_limited", "503 internal_error"].map((answer) =>
  declared.filter((one) => one.answer === answer),
) as [Declared[], Declared[]];

function expectDeclared(answer: Answer, { version, operation, answer: expected }: Declared): void {
  expect(`${answer.status} ${answer.body.code}`).toBe(expected);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(faultsOf(version, operation, answer)).toEqual([]);
}

test("every declared response to overload is produced here", () => {
  expect(limits.length + drains.length).toBe(declared.length);
});

// A refusal is answered late on purpose, so these tests wait side by side.
describe("a limit", () => {
  test.concurrent.for(limits)("$name", async (one) => {
    const partner = await createSettledPartner();
    const { send } = openExchange(api.send, one, partner, ids);
    await send();
    expectDeclared(await send(), one);
  });
});

// From here on the process refuses every request, so these tests come last.
describe("a process that ends", () => {
  beforeAll(endDraining);
  test.concurrent.for(drains)("$name", async (one) => {
    const partner = await createSettledPartner();
    expectDeclared(await openExchange(api.send, one, partner, ids).send(), one);
  });
});
