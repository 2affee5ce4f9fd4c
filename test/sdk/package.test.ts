import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { packSdk } from "#scripts/sdk/pack-sdk.ts";

const run = promisify(execFile);
const modules = path.resolve("node_modules");
const tsconfig = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    module: "NodeNext",
    target: "ES2023",
    lib: ["ES2023"],
    types: ["node"],
    typeRoots: [path.join(modules, "@types")],
    outDir: "out",
  },
};

// Two compilations take long on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** A project of an integrator that has installed the tarball. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "till-sdk-"));
  const installed = path.join(folder, "node_modules", "@till", "sdk");
  await mkdir(installed, { recursive: true });
  await packSdk(path.join(folder, "till-sdk.tgz"));
  await run("tar", ["xzf", path.join(folder, "till-sdk.tgz"), "-C", installed, "--strip-components=1"]);
  const { dependencies } = JSON.parse(await readFile(path.join(installed, "package.json"), "utf8"));
  // Linked, so that the test needs no registry.
  for (const name of Object.keys(dependencies))
    await symlink(path.join(modules, name), path.join(folder, "node_modules", name));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
});
afterAll(() => rm(folder, { recursive: true }));

async function samplesOf(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8");
  return [...text.matchAll(/^( *)```ts.*\n([\s\S]*?)^ *```$/gm)].map(([, , code = ""]) => code);
}

test("the package has its licence, and every sample of its README and the guide compiles and runs", async () => {
  const samples = [...(await samplesOf("sdk/README.md")), ...(await samplesOf("lib/api/docs/guides/webhooks.md"))];
  expect(samples.length).toBeGreaterThan(4);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "application/json" });
    const payment = { paymentId: "pay_1", gatewayUrl: "https://pay.example.com/pay/pay_1", status: "succeeded" };
    response.end(JSON.stringify({ ...payment, isFinal: true, pollInMs: null, data: [payment], nextCursor: null }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const write = (code: string, index: number) =>
    writeFile(path.join(folder, `sample-${index}.ts`), code.replaceAll("https://pay.example.com", baseUrl));
  try {
    await Promise.all(samples.map(write));
    await run(process.execPath, [path.join(modules, "typescript", "bin", "tsc")], { cwd: folder }).catch(
      ({ stdout }) => {
        throw new Error(stdout);
      },
    );
    const env = { ...process.env, API_KEY: "till_1", MERCHANT_ID: "mrch_1", TILL_WEBHOOK_SECRET: "whsec_c2VjcmV0" };
    const outputs = await Promise.all(
      samples.map((_, index) => run(process.execPath, [`out/sample-${index}.js`], { cwd: folder, env })),
    );
    expect(outputs[0]?.stdout).toBe("https://pay.example.com/pay/pay_1\n");
    expect(requests.sort()).toEqual([
      "GET /v1/payments/pay_1/status?maxPollMs=25000",
      "GET /v1/payments?limit=100",
      "POST /v1/gateway/payment/pay_%E2%80%A6/deposit",
      "POST /v1/payments",
      "POST /v1/payments/pay_%E2%80%A6/cancel",
      "POST /v1/test/payments/pay_%E2%80%A6/advance",
    ]);
    expect(await readFile(path.join(folder, "node_modules/@till/sdk/LICENSE"), "utf8")).toContain("Apache License");
  } finally {
    server.close();
  }
});

test("a missing key or secret is named before anything is sent", async () => {
  const code = `import { Till } from "@till/sdk";
import { verifyWebhook } from "@till/sdk/webhooks";
for (const attempt of [() => new Till({ baseUrl: "http://127.0.0.1", apiKey: undefined }), () => verifyWebhook("", {}, "")]) {
  try { attempt(); } catch (error) { console.log(error.message); }
}`;
  await writeFile(path.join(folder, "missing.js"), code);
  const { stdout } = await run(process.execPath, ["missing.js"], { cwd: folder });
  expect(stdout.split("\n")).toEqual([
    expect.stringMatching(/^apiKey is empty/),
    expect.stringMatching(/^The webhook secret is empty/),
    "",
  ]);
});
