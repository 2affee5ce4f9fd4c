import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { stack } from "./stack.ts";

const run = promisify(execFile);

test("the README's curl walk-through works as printed @desktop", async ({ page: _ }, testInfo) => {
  const readme = await readFile("README.md", "utf8");
  const [, lines] = /## Walk through it with curl[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(lines).toBeDefined();
  const demoFile = testInfo.outputPath("demo.json");
  await writeFile(demoFile, JSON.stringify(stack()));
  const env = { ...process.env, TILL_DEMO_FILE: demoFile };
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", lines ?? ""], { env });
  expect(stdout).toContain('"status":"requires_action"');
  expect(stdout).toContain("Final status: succeeded");
  const details = JSON.parse(stdout.slice(stdout.lastIndexOf('{"live"')));
  expect(details).toMatchObject({
    referenceId: "ORDER-7",
    status: "succeeded",
    info: { txId: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
  });
  expect(details.settlement.successful.txId).toBe(details.info.txId);
});
