import { afterAll, beforeAll, expect, test } from "vitest";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";

const destination = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");

let database: ServiceDatabase;
let partner: TestPartner;
beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  partner = await createPartner();
  await setDestination(partner, usdc, destination);
  await database.query("UPDATE merchant SET name = 'Café Lumen' WHERE id = $1", [partner.merchantId]);
});
afterAll(() => database.stop());

const merchantsOf = async (text: string, whose: TestPartner) =>
  (await callQuery("search.all", memberOf(whose, "viewer"), { text })).merchants.map(({ id }) => id);

test.for([
  "cafe",
  "CAFÉ L",
  "0x7099",
  "0X70997970c5",
  "0x7099…79C8",
  "0x7099...79c8",
  destination.slice(0, 41),
  destination,
])("%s finds the merchant, and only for its partner", async (text) => {
  expect(await merchantsOf(text, partner)).toEqual([partner.merchantId]);
  expect(await merchantsOf(text, await createPartner())).toEqual([]);
});

test.for(["0x7098", "0x7099…79C9", "cafeteria"])("%s doesn't find it", async (text) => {
  expect(await merchantsOf(text, partner)).toEqual([]);
});
