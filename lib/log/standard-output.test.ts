import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const run = (script: string, stdout: "pipe" | number) =>
  spawn(process.execPath, ["--input-type=module", "--eval", `import { log } from "#lib/log/log.ts";\n${script}`], {
    env: { ...process.env, DATABASE_URL: "postgres://till@127.0.0.1:1/none", PUBLIC_URL: "https://till.example" },
    stdio: ["ignore", stdout, "pipe"],
    timeout: 30_000,
  });

test.each([
  ["by itself", ""],
  ["by process.exit", "process.exit(0);"],
])("a full disk under standard output neither ends a process nor keeps it from ending %s", async (_how, end) => {
  const child = run(
    `for (let n = 0; n < 20; n += 1) {
       log().info({ n }, "a line");
       await new Promise((resolve) => setTimeout(resolve, 10));
     }
     console.error("works on");
     ${end}`,
    openSync("/dev/full", "w"),
  );
  const [errors, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, "exit")]);
  expect([code, errors]).toEqual([0, "works on\n"]);
});

test.each([
  ["by itself", ""],
  ["by process.exit", "process.exit(0);"],
  ["by an error", "throw new Error('no');"],
])("the last lines before a process ends %s are written", async (_how, end) => {
  const child = run(`for (let n = 0; n < 3_000; n += 1) log().info({ n }, "a line");\n${end}`, "pipe");
  const lines = (await text(child.stdout as NodeJS.ReadableStream)).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 3_000 }, (_, n) => n));
});

test("a reader of standard output that hangs doesn't keep a process from ending by process.exit", async () => {
  const child = run(`for (let n = 0; n < 30_000; n += 1) log().info({ n }, "a line");\nprocess.exit(7);`, "pipe");
  expect(await once(child, "exit")).toEqual([7, null]);
});
