import { toFunctionSelector } from "viem";
import { expect, test } from "vitest";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { chainIds } from "#lib/chain/tokens.ts";
import { setEnv } from "#test/env/set-env.ts";
import description from "./erc7730-payment-router.json" with { type: "json" };

setEnv();
const { context, display } = description;
const functions = paymentRouterAbi.filter((item) => item.type === "function");

test("the clear-signing description covers every function of the router, with its arguments", () => {
  expect(context.contract.abi).toEqual(JSON.parse(JSON.stringify(functions)));
  const described = Object.keys(display.formats).map((signature) => toFunctionSelector(`function ${signature}`));
  expect(described.sort()).toEqual(functions.map((item) => toFunctionSelector(item)).sort());
});

test("each argument of a function is either shown or left out on purpose", () => {
  for (const [signature, { fields, excluded }] of Object.entries(display.formats)) {
    const [, struct = "", rest = ""] = /\(\((.*)\) payment,(.*)\)$/.exec(signature) ?? [];
    const nameOf = (parameter: string) => parameter.split(" ")[1];
    const names = [...struct.split(",").map((each) => `payment.${nameOf(each)}`), ...rest.split(",").map(nameOf)];
    const mentioned = [...fields.map(({ path }) => path), ...excluded];
    expect(mentioned.sort()).toEqual(names.map((name) => `#.${name}`).sort());
  }
});

test("it names the default router on chains that Till knows", () => {
  for (const { chainId, address } of context.contract.deployments) {
    expect([address, chainIds.includes(chainId)]).toEqual([defaultRouter, true]);
  }
});
