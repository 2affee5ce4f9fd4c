import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeSamples } from "#lib/api/openapi/code-samples.ts";

const run = promisify(execFile);
const body = {
  referenceId: `O'Neill "é" $HOME {{x}}`,
  "description \\ \n": "C:\\new \\' \\\" \n\t\u2028 \\u0041 $x {x} \ue000",
  amount: { unit: "iso4217/USD", value: "1" },
  list: [true, null, 1.5],
};

type Received = { method: string | undefined; url: string | undefined; headers: Record<string, unknown>; body: string };
let received: Received[] = [];
const server = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  received.push({ method: request.method, url: request.url, headers: request.headers, body: text });
  response.end("{}");
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "till-code-samples-"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const runners = {
  node: { probe: [process.execPath, "--version"], command: [process.execPath, "sample.mjs"], file: "sample.mjs" },
  python: { probe: ["python3", "-c", "import requests"], command: ["python3", "sample.py"], file: "sample.py" },
  php: {
    probe: ["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"],
    command: ["php", "sample.php"],
    file: "sample.php",
  },
  go: { probe: ["go", "version"], command: ["go", "run", "sample.go"], file: "sample.go" },
};

const installed = Object.entries(runners).filter(
  ([
    ,
    {
      probe: [command = "", ...args],
    },
  ]) => spawnSync(command, args).status === 0,
);

describe.each(installed)("the sample in %s", (language, { command: [command = "", ...args], file }) => {
  test("sends the example's request, with keys of the environment", async () => {
    received = [];
    const samples = codeSamples({
      method: "POST",
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      target: "/v1/payments?status=a&status=b%20c",
      headers: { "Api-Key": "$API_KEY", "Merchant-Id": "$MERCHANT_ID", "Idempotency-Key": "$(openssl rand -hex 16)" },
      body: JSON.stringify(body, null, 2),
    });
    await writeFile(path.join(folder, file), samples.find((sample) => sample.language === language)?.code ?? "");
    await run(command, args, { cwd: folder, env: { ...process.env, API_KEY: "till_1", MERCHANT_ID: "mrch_1" } });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: "POST",
      url: "/v1/payments?status=a&status=b%20c",
      headers: { "api-key": "till_1", "merchant-id": "mrch_1", "content-type": "application/json" },
    });
    expect(received[0]?.headers["idempotency-key"]).toMatch(/^[\w:.+-]{16,}$/);
    expect(JSON.parse(received[0]?.body ?? "")).toEqual(body);
  });
});
