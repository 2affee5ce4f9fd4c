import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { numberToHex, toFunctionSelector } from "viem";
import { expect, onTestFinished, test } from "vitest";
import { collectionGas, findGasPrice, gasCostAt } from "#lib/chain/gas-price.ts";
import { setEnv } from "#test/env/set-env.ts";

const dataFee = toFunctionSelector("getL1FeeUpperBound(uint256)");

type Call = { id: number; method: string; params?: [{ data: string }] };

function answer({ id, method, params }: Call) {
  if (method === "eth_gasPrice") return { jsonrpc: "2.0", id, result: numberToHex(1_000_000) };
  const fee = params?.[0].data.startsWith(dataFee) ? 700n : 12_000_000n;
  return { jsonrpc: "2.0", id, result: numberToHex(fee, { size: 32 }) };
}

test("the expected cost of a collection on an OP Stack chain includes the fees for its data and of its operator", async () => {
  const node = createServer(async (request, response) => {
    const asked = (await json(request)) as Call | Call[];
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void node.close());
  await once(node, "listening");
  const address = node.address();
  if (address === null || typeof address === "string") throw new Error("it has no port");
  setEnv({ RPC_URLS_8453: `http://127.0.0.1:${address.port}` });
  const price = await findGasPrice(8453);
  expect(price && gasCostAt(price, collectionGas)).toBe(collectionGas * 1_000_000n + 700n + 12_000_000n);
});
