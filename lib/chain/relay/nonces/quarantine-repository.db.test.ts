import { afterAll, beforeAll, expect, test } from "vitest";
import { readNextNonce } from "#lib/chain/relay/nonces/quarantine-repository.ts";
import { database } from "#lib/db/pool.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
let service: ServiceDatabase;

beforeAll(async () => {
  service = await startDatabase();
});
afterAll(() => service.stop());

test("a wallet that isn't registered on a chain has no next nonce, not even 0", async () => {
  const insert = "INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES ($1, $2, $3)";
  await service.query(insert, [56, wallet, 7]);
  expect(await readNextNonce(database, { chainId: 56, wallet })).toBe(7n);
  const asked = readNextNonce(database, { chainId: 8453, wallet });
  await expect(asked).rejects.toThrow(`${wallet} is not a relayer wallet of chain 8453`);
});
