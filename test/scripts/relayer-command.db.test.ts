import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

const run = promisify(execFile);
const [first, second] = devAccounts().buyers.map(({ address }) => address);
let database: ServiceDatabase;

beforeAll(async () => {
  database = await startDatabase();
  for (const chainId of [8453, 10]) {
    for (const address of [first, second]) {
      const insert = "INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES ($1, $2, 0)";
      await database.query(insert, [chainId, address]);
    }
  }
});
afterAll(() => database.stop());

const relayer = (...args: string[]) =>
  run(process.execPath, ["scripts/relayer.ts", ...args], { env: process.env }).then(
    () => ({ code: 0, message: "" }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, message: stderr.split("\n")[0] }),
  );
const stopped = async () => {
  const select =
    "SELECT chain_id, address FROM relayer_wallet WHERE stopped_at IS NOT NULL ORDER BY chain_id, address = $1 DESC";
  const rows = await database.query<{ chain_id: number; address: string }>(select, [first]);
  return rows.map(({ chain_id, address }) => `${chain_id} ${address}`);
};

beforeEach(() => database.query("UPDATE relayer_wallet SET stopped_at = now()"));

test("resuming keeps to the chain that is named", async () => {
  expect(await relayer("resume", "all", "--chain", "8453", "--reason", "test")).toEqual({ code: 0, message: "" });
  expect(await stopped()).toEqual([`10 ${first}`, `10 ${second}`]);
});

test("resuming keeps to the wallet that is named", async () => {
  expect(await relayer("resume", "10", "--wallet", String(first), "--reason", "test")).toEqual({
    code: 0,
    message: "",
  });
  expect(await stopped()).toEqual([`10 ${second}`, `8453 ${first}`, `8453 ${second}`]);
});

test.for<[args: string[], message: string]>([
  [["resume", "all", "--token", "USDC", "--reason", "test"], "resume takes no --token; nothing was changed."],
  [["resume", "10", "--chain", "8453", "--reason", "test"], "10 on chain 8453 names no relayer wallet."],
  [["allow", "all"], "allow takes no all."],
  [["list", "--chain", "10"], "list takes no --chain; nothing was changed."],
])("what a command doesn't use changes nothing: %s", async ([args, message]) => {
  expect(await relayer(...args)).toEqual({ code: 2, message: expect.stringContaining(message) });
  expect(await stopped()).toHaveLength(4);
});
