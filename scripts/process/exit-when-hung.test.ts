import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

test("a process whose loop hangs exits with 1 and says what hangs", async () => {
  const script = `import { exitWhenHung } from "#scripts/process/exit-when-hung.ts";
    let looks = 0;
    exitWhenHung(() => (looks++ < 2 ? [] : ["payouts has made no progress for 620 s"]), 10);
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, PUBLIC_URL: "http://till.test", DATABASE_URL: "postgres://localhost/till" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  expect(await once(child, "close")).toEqual([1, null]);
  expect(output).toContain("payouts has made no progress for 620 s");
});
