import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "./run-command.ts";

const node = (script: string): string[] => ["node", "--eval", script];
const ignore = () => {};
const quiet = new AbortController().signal;

/** Starts a command whose child connects to the test; the connection lasts as long as the child lives. */
async function startWithChild(onceConnected: string, signal: AbortSignal) {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connect = `require("net").connect(${port}, "127.0.0.1", () => process.stdout.write("connected"))`;
  const spawnChild = `require("child_process").spawn("node", ["--eval", ${JSON.stringify(connect)}])`;
  const parent = `${spawnChild}.stdout.once("data", () => { ${onceConnected} })`;
  const running = runCommand(node(parent), signal, ignore);
  const [connection]: Socket[] = await once(server, "connection");
  if (!connection) throw new Error("no connection");
  connection.on("error", () => {}).resume();
  return { running, childEnded: once(connection, "close") };
}

test("returns the exit code", async () => {
  expect(await runCommand(node("process.exit(3)"), quiet, ignore)).toBe(3);
  expect(await runCommand(node("process.kill(process.pid, 'SIGKILL')"), quiet, ignore)).toBe(128 + 9);
});

test("passes on the command's stdout and stderr until it ends", async () => {
  const chunks: string[] = [];
  const script =
    'process.stdout.write("out "); process.stderr.write("err "); setTimeout(() => console.log("last"), 50)';
  await runCommand(node(script), quiet, (chunk) => chunks.push(String(chunk)));
  expect(chunks.join("").split(/\s/).filter(Boolean).sort()).toEqual(["err", "last", "out"]);
});

test("a missing command fails and does not throw", async () => {
  expect(await runCommand(["no-such-command"], quiet, ignore)).toBe(127);
});

test("an interrupt ends the command and its children", async () => {
  const interrupted = new AbortController();
  const { running, childEnded } = await startWithChild("", interrupted.signal);
  interrupted.abort();
  expect(await running).toBe(128 + 2);
  await childEnded;
});

test("children that a command leaves behind end with it", async () => {
  const { running, childEnded } = await startWithChild("process.exit(0)", quiet);
  expect(await running).toBe(0);
  await childEnded;
});

test("starts nothing after an interrupt", async () => {
  expect(await runCommand(node("process.exit(0)"), AbortSignal.abort(), ignore)).toBe(128 + 2);
});
