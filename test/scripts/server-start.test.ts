import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "till-start-"));
});
afterAll(() => rm(directory, { recursive: true }));

const settings = {
  ...process.env,
  DATABASE_URL: "postgresql://till@127.0.0.1:1/none",
  PUBLIC_URL: "http://till.test",
  DATA_ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
  AUTH_SECRET: "ab".repeat(32),
  RELAYER_PRIVATE_KEY: `0x${"1".repeat(64)}`,
  PORT: "0",
};

test.each(["server", "worker"])(
  "a %s of a chain that Till doesn't know ends with 1 and names the variable",
  async (name) => {
    const env = { ...settings, RPC_URLS_8543: "http://127.0.0.1:1" };
    await expect(run(process.execPath, [`scripts/${name}.ts`], { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Invalid configuration:\nRPC_URLS_8543: Till doesn't know chain 8543\. .*\nSee .env.example/,
      ),
    });
  },
  60_000,
);

test("a server whose deny list is malformed ends with 1 before it listens, and names the line", async () => {
  const path = join(directory, "deny.txt");
  await writeFile(path, "# list\n0x123\n");
  const env = { ...settings, SCREENING_DENY_LIST: path };
  await expect(run(process.execPath, ["scripts/server.ts"], { env })).rejects.toMatchObject({
    code: 1,
    stderr: "SCREENING_DENY_LIST: line 2 is neither an address nor an eip155 account\n",
  });
}, 60_000);
