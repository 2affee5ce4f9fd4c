import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MerchantId, newId } from "#lib/core/ids.ts";
import { prisma } from "#lib/db/prisma.ts";
import { type Answer, type Api, issueFields, startApi } from "#test/api/start-api.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let api: Api;
let partner: TestPartner;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  partner = await createPartner();
  await prisma().merchant.deleteMany({ where: { partnerId: partner.partnerId } });
});
afterAll(() => api.stop());

const noon = Date.parse("2026-11-21T12:00:00.000Z");
type Fields = { name?: string; at?: number; status?: "active" | "inactive" | "suspended"; deletedAt?: Date };

async function addMerchant({ name = "Shop", at = 0, ...rest }: Fields = {}, owner = partner): Promise<MerchantId> {
  const time = new Date(noon + at);
  const id = newId("mrch", time);
  const data = { id, partnerId: owner.partnerId, name, email: "shop@test.example", ...rest };
  await prisma().merchant.create({ data: { ...data, createdAt: time, updatedAt: time } });
  return id;
}

const list = (query = "", as = partner): Promise<Answer> => api.as(as)("GET", `/v1/merchants${query}`);
const search = (text: string) => list(`?search=${encodeURIComponent(text)}`);
const names = ({ body }: Answer) => (body.data as { merchantName: string }[]).map(({ merchantName }) => merchantName);
const ids = ({ body }: Answer) => (body.data as { id: string }[]).map(({ id }) => id);

/** Follows the cursors to the end. */
async function walk(query: string): Promise<string[]> {
  const seen: string[] = [];
  let page = await list(`?${query}`);
  while (true) {
    expect(page.status).toBe(200);
    seen.push(...ids(page));
    if (page.body.nextCursor === null) return seen;
    page = await list(`?${query}&cursor=${page.body.nextCursor}`);
  }
}

describe("the list of merchants", () => {
  test("is empty for a partner without any", async () => {
    const { status, body } = await list();
    expect([status, body]).toEqual([200, { data: [], merchants: [], nextCursor: null, totalCount: 0 }]);
  });

  test("has a merchant's record, and takes no Merchant-Id", async () => {
    const id = await addMerchant({ name: "Café Lumen" });
    const { body } = await api.send("GET", "/v1/merchants", undefined, { "api-key": partner.apiKey });
    const record = {
      id,
      live: true,
      iconUrl: null,
      status: "active",
      onlySettleableTokens: false,
      sendsReceipts: false,
      acceptsTransfers: false,
      supportContact: null,
      brandColor: null,
      createdAt: "2026-11-21T12:00:00.000Z",
      updatedAt: "2026-11-21T12:00:00.000Z",
    };
    const flat = { ...record, merchantName: "Café Lumen", merchantEmail: "shop@test.example" };
    const nested = { ...record, name: "Café Lumen", email: "shop@test.example" };
    expect(body).toEqual({ data: [flat], merchants: [nested], nextCursor: null, totalCount: 1 });
    const { body: one } = await api.as(partner)("GET", `/v1/merchants/${id}`);
    expect(one).toEqual({ ...flat, merchant: nested, settlements: { live: true, crypto: [], fiat: [] } });
  });

  test("is sorted by creation time, newest first, then by id", async () => {
    const same = await Promise.all([5, 5, 5].map((at) => addMerchant({ at })));
    const [oldest, newest] = [await addMerchant({ at: 1 }), await addMerchant({ at: 9 })];
    expect(ids(await list())).toEqual([newest, ...same.sort().reverse(), oldest]);
  });

  test("excludes deleted merchants and those of other partners, also from its count", async () => {
    const id = await addMerchant();
    await addMerchant({ deletedAt: new Date() });
    await addMerchant({}, await createPartner());
    const answer = await list();
    expect([ids(answer), answer.body.totalCount]).toEqual([[id], 1]);
  });

  test("of one status", async () => {
    await addMerchant({ name: "a" });
    await addMerchant({ name: "s", status: "suspended" });
    const answer = await list("?status=suspended");
    expect([names(answer), answer.body.totalCount]).toEqual([["s"], 1]);
  });
});

describe("pages", () => {
  test("of any size show every merchant once, however many were created in the same millisecond", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (times, limit) => {
        await prisma().merchant.deleteMany({ where: { partnerId: partner.partnerId } });
        for (const at of times) await addMerchant({ at });
        expect(await walk(`limit=${limit}`)).toEqual(ids(await list()));
      }),
      { numRuns: 10 },
    );
  });

  test("count every match, not only the remaining ones, and have 50 entries by default", async () => {
    for (let at = 0; at < 51; at += 1) await addMerchant({ at });
    const first = await list();
    expect([ids(first).length, first.body.totalCount]).toEqual([50, 51]);
    const second = await list(`?cursor=${first.body.nextCursor}`);
    expect([ids(second).length, second.body.totalCount, second.body.nextCursor]).toEqual([1, 51, null]);
    expect(ids(await list("?limit=200")).length).toBe(51);
  });

  test("continue at the same position when merchants are created and deleted in between", async () => {
    const [first, second, third] = [
      await addMerchant({ at: 3 }),
      await addMerchant({ at: 2 }),
      await addMerchant({ at: 1 }),
    ];
    const page = await list("?limit=2");
    expect(ids(page)).toEqual([first, second]);
    await addMerchant({ at: 9 });
    await api.as(partner)("DELETE", `/v1/merchants/${second}`);
    expect(ids(await list(`?limit=2&cursor=${page.body.nextCursor}`))).toEqual([third]);
  });
});

describe("a search", () => {
  test.for([
    ["part of a name", "ight bi", ["Northwind Night Bikes"]],
    ["another letter case", "NORTHWIND", ["Northwind Night Bikes"]],
    ["another letter case of letters beyond ASCII", "CAFÉ ÜBER", ["Café über 100%"]],
    ["a per cent sign", "100%", ["Café über 100%"]],
    ["an underscore", "a_b", ["a_b"]],
    ["a backslash", "\\", ["c\\d"]],
    ["a pattern without matches", "%i%", []],
    ["a quote", "'; DROP TABLE merchant; --", []],
    ["spaces at its ends", " bikes ", []],
  ] as const)("for %s", async ([, text, expected]) => {
    for (const name of ["Northwind Night Bikes", "Café über 100%", "a_b", "axb", "c\\d", "100 percent"]) {
      await addMerchant({ name });
    }
    const answer = await search(text);
    expect([names(answer), answer.body.totalCount]).toEqual([expected, expected.length]);
  });

  test.for([
    ["Cafe\u0301 Lumen", "CAFÉ"],
    ["Café Lumen", "cafe\u0301 l"],
    ["한글", "\u1112\u1161\u11ab"],
    ["\u1112\u1161\u11ab\u1100\u1173\u11af", "한글"],
    ["Phở \u00ea\u0323", "\u1ec7"],
  ] as const)("finds %j by %j, the same in another Unicode form", async ([name, text]) => {
    await addMerchant({ name });
    await addMerchant({ name: "Kiosk" });
    expect(names(await search(text))).toEqual([name]);
  });

  test("finds ids as well, in any letter case", async () => {
    const id = await addMerchant();
    await addMerchant();
    expect(ids(await search(id.slice(-8).toLowerCase()))).toEqual([id]);
  });

  test("is combined with the status", async () => {
    await addMerchant({ name: "Shop one" });
    await addMerchant({ name: "Shop two", status: "inactive" });
    expect(names(await list("?status=inactive&search=shop"))).toEqual(["Shop two"]);
  });
});

describe("the list of merchants refuses", () => {
  test.for([
    ["an unknown key", "?sortBy=name", "sortBy"],
    ["an unknown status", "?status=deleted", "status"],
    ["a status twice", "?status=active&status=inactive", "status"],
    ["an empty search", "?search=", "search"],
    ["a search of 257 characters", `?search=${"x".repeat(257)}`, "search"],
    ["a search with a NUL", "?search=a%00b", "search"],
    ["a limit of 0", "?limit=0", "limit"],
    ["a limit of 201", "?limit=201", "limit"],
    ["a limit of -1", "?limit=-1", "limit"],
    ["a limit that isn't a whole number", "?limit=1.5", "limit"],
    ["an empty limit", "?limit=", "limit"],
    ["a cursor twice", "?cursor=a&cursor=b", "cursor"],
  ] as const)("%s", async ([, query, field]) => {
    const answer = await list(query);
    expect([answer.status, answer.body.code, issueFields(answer)]).toEqual([400, "params_validation", [field]]);
  });

  test("a cursor of other filters, of another partner, and one that was changed, with the same error", async () => {
    for (let at = 0; at < 3; at += 1) await addMerchant({ at });
    const { body } = await list("?limit=1&status=active");
    const cursor = String(body.nextCursor);
    expect((await list(`?limit=2&status=active&cursor=${cursor}`)).status).toBe(200);
    const stranger = await createPartner();
    const changed = `${cursor.slice(0, -2)}${cursor.endsWith("AA") ? "BB" : "AA"}`;
    const answers = await Promise.all([
      list(`?limit=1&cursor=${cursor}`),
      list(`?limit=1&status=active&search=x&cursor=${cursor}`),
      list(`?limit=1&status=active&cursor=${cursor}`, stranger),
      list(`?limit=1&status=active&cursor=${changed}`),
      list("?limit=1&status=active&cursor=nonsense"),
      list("?limit=1&status=active&cursor="),
    ]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([
        `400 {"code":"invalid_params","message":"The cursor doesn't belong to this list. Use nextCursor with the same filters and sort order."}`,
      ]),
    );
  });

  test("a key without the read permission", async () => {
    const writer = await createPartner({ permissions: ["merchants:write"] });
    const { status, body } = await list("", writer);
    expect([status, body.code]).toEqual([403, "forbidden"]);
  });
});
