import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "./run-command.ts";

const node = (script: string): string[] => ["node", "--eval", script];
const quiet = new AbortController().signal;

/** A command whose child connects to the test and stays: the connection lasts as long as that child lives. */
async function startWithChild(onceConnected: string, signal: AbortSignal) {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connect = `require("net").connect(${port}, "127.0.0.1", () => process.stdout.write("connected"))`;
  const spawnChild = `require("child_process").spawn("node", ["--eval", ${JSON.stringify(connect)}])`;
  const parent = `${spawnChild}.stdout.once("data", () => { ${onceConnected} })`;
  const running = runCommand(node(parent), signal);
  const [connection]: Socket[] = await once(server, "connection");
  if (!connection) throw new Error("no connection");
  connection.on("error", () => {}).resume();
  return { running, childEnded: once(connection, "close") };
}

test("hands back the exit code", async () => {
  expect(await runCommand(node("process.exit(3)"), quiet)).toBe(3);
  expect(await runCommand(node("process.kill(process.pid, 'SIGKILL')"), quiet)).toBe(128 + 9);
});

test("a command that is not there fails, and does not throw", async () => {
  expect(await runCommand(["no-such-command"], quiet)).toBe(127);
});

test("an interrupt ends the command and what it has started", async () => {
  const interrupted = new AbortController();
  const { running, childEnded } = await startWithChild("", interrupted.signal);
  interrupted.abort();
  expect(await running).toBe(128 + 2);
  await childEnded;
});

test("what a command leaves behind ends with it", async () => {
  const { running, childEnded } = await startWithChild("process.exit(0)", quiet);
  expect(await running).toBe(0);
  await childEnded;
});

test("nothing is started any more after an interrupt", async () => {
  expect(await runCommand(node("process.exit(0)"), AbortSignal.abort())).toBe(128 + 2);
});
