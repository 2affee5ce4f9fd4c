import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOpenApi } from "#lib/api/openapi/build-openapi.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";

// A client as a reader of the document writes it: its types are generated from the whole document, errors and
// deprecated paths included.
const source = `
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Settings = { baseUrl: string; headers: Record<string, string>; account: string; sign(typedData: string): Promise<string> };
type Failure = components["schemas"]["Error"];

export async function payAndRefund({ baseUrl, headers, account, sign }: Settings) {
  const client = createClient<paths>({ baseUrl, headers });
  const created = require(await client.POST("/v1/payments", {
    params: { header: { "Idempotency-Key": "order-" + headers["Service-Version"] } },
    body: { referenceId: "1042", amount: { unit: "iso4217/USD", value: "1250" } },
  }));
  const at = { params: { path: { id: created.paymentId } } };
  const offer = require(await client.POST("/v1/gateway/payment/{id}/options", { ...at, body: { accounts: [account] } }));
  const option = offer.options?.[0];
  const typedData = option?.actions.at(-1)?.data.params[1];
  if (option === undefined || typeof typedData !== "string") throw new Error("nothing is offered");
  const results = [{ type: "walletRpc", data: [await sign(typedData)] }];
  require(await client.POST("/v1/gateway/payment/{id}/confirm", { ...at, body: { optionId: option.id, results } }));
  let status: components["schemas"]["PaymentStatus"] = created.status;
  for (let isFinal = false; !isFinal; ) {
    const query = { maxPollMs: 25_000 };
    const poll = { params: { ...at.params, query } };
    ({ status, isFinal } = require(await client.GET("/v1/payments/{id}/status", poll)));
  }
  const refund = require(await client.POST("/v1/refunds", { body: { paymentId: created.paymentId, mode: "mark" } }));
  const missing = await client.GET("/v1/payments/{id}", { params: { path: { id: "pay_01ARZ3NDEKTSV4RRFFQ69G5FAV" } } });
  const code: string | undefined = missing.error?.code;
  return { status, refund: refund.status, code };
}

function require<Data>({ data, error }: { data?: Data; error?: Failure }): Data {
  if (data === undefined) throw new Error(error === undefined ? "no answer" : error.code + ": " + error.message);
  return data;
}
`;

const strict: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: true,
  types: [],
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
};

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
let folder: string;
/** The complaints of the compiler by file. */
let complaints: ReadonlyMap<string, readonly string[]>;
let till: Till;
let chain: TestChain;
let partner: TestPartner;

const fileOf = (version: string, name = "client") => path.join(folder, version, name);

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "till-client-")));
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const version of serviceVersions) {
    await mkdir(path.join(folder, version));
    const types = await openapiTS(JSON.stringify(buildOpenApi(version, "https://till.example")));
    await writeFile(fileOf(version, "api.ts"), astToString(types));
    await writeFile(fileOf(version, "client.ts"), source);
    const wrong = source.replace('value: "1250"', "value: 1250").replace("refund.status", "refund.state");
    await writeFile(fileOf(version, "wrong.ts"), wrong);
  }
  // Before the product is started: it shares this process, which the compiler keeps busy for seconds.
  complaints = compile(
    serviceVersions.flatMap((version) => [fileOf(version, "client.ts"), fileOf(version, "wrong.ts")]),
  );
  till = await startTill();
  chain = till.chains[0] as TestChain;
  partner = await createPartner({ settlements: [{ token: usdc, address: chain.accounts.merchant.address }] });
  await till.startWorker();
});
afterAll(async () => {
  await till.stop();
  await rm(folder, { recursive: true });
});

/** Compiles files to JavaScript next to them. */
function compile(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const program = ts.createProgram([...files], strict);
  const all = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  const byFile = Map.groupBy(all, ({ file }) => file?.fileName ?? "");
  return new Map(
    [...byFile].map(([name, found]) => [
      name,
      found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
    ]),
  );
}

test("types that are generated from the document compile strictly, and refuse a client that doesn't follow it", () => {
  const refused = [
    "Type 'number' is not assignable to type 'string'.",
    expect.stringMatching(/^Property 'state' does not exist on type/),
  ];
  expect(Object.fromEntries(complaints)).toEqual(
    Object.fromEntries(serviceVersions.map((version) => [fileOf(version, "wrong.ts"), refused])),
  );
});

test.for(serviceVersions)(
  "a client with the types of %s creates a payment, pays it and refunds it",
  async (version) => {
    const [buyer] = chain.accounts.buyers;
    if (buyer === undefined) throw new Error("no buyer");
    const signer = privateKeyToAccount(buyer.privateKey);
    const { payAndRefund } = await import(/* @vite-ignore */ pathToFileURL(fileOf(version, "client.js")).href);
    const outcome = await payAndRefund({
      baseUrl: till.baseUrl,
      headers: { "Api-Key": partner.apiKey, "Merchant-Id": partner.merchantId, "Service-Version": version },
      account: `eip155:8453:${buyer.address}`,
      sign: (typedData: string) => signer.signTypedData(JSON.parse(typedData) as TypedDataDefinition),
    });
    expect(outcome).toEqual({ status: "succeeded", refund: "marked", code: "payment_not_found" });
  },
);
