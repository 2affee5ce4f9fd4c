import { expect, test } from "vitest";
import { newId, type PartnerId } from "#lib/core/ids.ts";
import { csvStream } from "#lib/dashboard/export/csv-stream.ts";

const partner = () => newId("prt", new Date());

test("text that a spreadsheet would run gets an apostrophe, and a negative amount stays a number", async () => {
  async function* batches(): AsyncGenerator<string[][], undefined> {
    yield [["=1", "+1", "@a", "-1+1", "-0.01", "-120", "-.5", "-1e5"]];
    yield [];
  }
  const text = await new Response(csvStream({ partnerId: partner() }, ["amount"], batches())).text();
  expect(text).toBe("amount\r\n'=1,'+1,'@a,'-1+1,-0.01,-120,'-.5,'-1e5\r\n");
});

test("of a hundred exports of one partner, one batch is read at a time and another partner's is next", async () => {
  const gate = Promise.withResolvers<void>();
  const read: PartnerId[] = [];
  const exportOf = (partnerId: PartnerId) => {
    async function* batches(): AsyncGenerator<string[][], undefined> {
      read.push(partnerId);
      await gate.promise;
      yield [["1"]];
    }
    return new Response(csvStream({ partnerId }, ["id"], batches())).text();
  };
  const greedy = partner();
  const other = partner();
  const all = Array.from({ length: 100 }, () => exportOf(greedy));
  const theirs = exportOf(other);
  await new Promise(setImmediate);
  expect(read).toEqual([greedy, other]);
  gate.resolve();
  expect(await theirs).toBe("id\r\n1\r\n");
  expect(new Set(await Promise.all(all))).toEqual(new Set(["id\r\n1\r\n"]));
});
