import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withConnection } from "#scripts/postgres/connection.ts";
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startPostgres } from "#scripts/postgres/embedded.ts";

let directory: string;
let dataDir: string;
let servers: EmbeddedPostgres[] = [];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "till-embedded-"));
  await chmod(directory, 0o755);
  dataDir = path.join(directory, "data");
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
  await rm(directory, { recursive: true });
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, ...options });
  servers.push(server);
  return server;
}

async function writeNote(server: EmbeddedPostgres): Promise<void> {
  await withConnection(server.url("postgres"), (client) => client.query("CREATE TABLE note AS SELECT 'kept' AS text"));
}

async function expectNote(server: EmbeddedPostgres): Promise<void> {
  const { rows } = await withConnection(server.url("postgres"), (client) => client.query("SELECT text FROM note"));
  expect(rows).toEqual([{ text: "kept" }]);
}

test("a server that was killed starts again with its data", async () => {
  const killed = await start();
  await writeNote(killed);
  process.kill(killed.pid, "SIGKILL");
  await killed.exited;
  await killed.stop();
  const server = await start();
  await expectNote(server);
});

test("the server of a killed owner process makes room for the next, which has its data", async () => {
  const script = fileURLToPath(new URL("postgres-owner.ts", import.meta.url));
  const owner = spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  await once(createInterface({ input: owner.stdout }), "line");
  owner.kill("SIGKILL");
  await once(owner, "exit");
  const server = await start();
  await expectNote(server);
});

test("a directory in use is refused, and its server keeps running", async () => {
  const server = await start();
  await writeNote(server);
  await expect(start()).rejects.toThrow(`in use by process ${process.pid}`);
  await expectNote(server);
});

test("a directory that only its owner may enter can hold data", async () => {
  await chmod(directory, 0o700);
  const server = await start();
  await writeNote(server);
  await expectNote(server);
});

test("a stale pid file is ignored when another process has its pid", async () => {
  const first = await start();
  await writeNote(first);
  await first.stop();
  await writeFile(path.join(dataDir, "postmaster.pid"), `${process.ppid}\n${dataDir}\n0\n${first.port}\n\n127.0.0.1\n`);
  const server = await start();
  await expectNote(server);
});

test("a port in use is named in the error", async () => {
  const server = await start();
  const second = start({ dataDir: path.join(directory, "second"), port: server.port });
  await expect(second).rejects.toThrow(`Port ${server.port} of 127.0.0.1 is taken`);
});

test("text sorts by code point, whatever the machine's language", async () => {
  const server = await start();
  const { rows } = await withConnection(server.url("postgres"), (client) =>
    client.query(
      "SELECT string_agg(x, '' ORDER BY x) AS sorted, lower('Ä') AS lower FROM unnest('{b,a,B,ä}'::text[]) x",
    ),
  );
  expect(rows).toEqual([{ sorted: "Babä", lower: "ä" }]);
});
