import { expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
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
