import { afterAll, beforeAll, expect, test } from "vitest";
import { signReserved } from "#lib/chain/relay/sending/sign.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase({ RPC_URLS_8453: "http://127.0.0.1:1" });
});
afterAll(() => database.stop());

test("with nothing to sign, no node is asked for its fees, so a chain that doesn't answer has nothing left unsigned", async () => {
  const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  expect(await signReserved({ chainId: 8453, wallet })).toBe(true);
});
