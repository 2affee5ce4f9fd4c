import fc from "fast-check";
import type { z } from "zod";
import { toJsonSchema } from "#lib/api/openapi/to-json-schema.ts";
import { mutations, queries } from "#lib/dashboard/rpc/procedures.ts";
import { publicMutations } from "#lib/dashboard/rpc/public-mutations.ts";
import { hints } from "#test/api/hints.ts";
import { anyBrokenJson } from "#test/arbitrary/broken-json.ts";
import { anyValueOf, type Hints } from "#test/arbitrary/json-schema.ts";
import type { Random } from "#test/fault/random.ts";
import type { FuzzPartner } from "./fuzz-partner.ts";
import type { HttpRequest } from "./fuzz-request.ts";

type Procedure = { name: string; kind: "query" | "mutation" | "public"; input: z.ZodType };

const listOf = (kind: Procedure["kind"], table: Readonly<Record<string, { input: z.ZodType }>>): Procedure[] =>
  Object.entries(table).map(([name, { input }]) => ({ name, kind, input }));

/** Every data call of the dashboard and of visitors' pages. */
export const procedures = [
  ...listOf("query", queries),
  ...listOf("mutation", mutations),
  ...listOf("public", publicMutations),
];

const prefixes = ["pay", "mrch", "crypto", "evt", "whe", "rfd", "app", "key", "usr", "inv", "ses"];
const anyOwn = fc.constantFrom(...prefixes.map((prefix) => `${prefix}_OWN`));
const own = (prefix: string) => fc.oneof({ weight: 5, arbitrary: fc.constant(`${prefix}_OWN`) }, anyOwn);

/** Ids by the names of fields. */
const ids: Hints = {
  ...hints,
  ...Object.fromEntries(
    [
      ...[
        ["paymentId", "pay"],
        ["merchantId", "mrch"],
        ["destinationId", "crypto"],
        ["eventId", "evt"],
        ["endpointId", "whe"],
      ],
      ...[
        ["refundId", "rfd"],
        ["appId", "app"],
        ["keyId", "key"],
        ["userId", "usr"],
        ["invitationId", "inv"],
        ["sessionId", "ses"],
      ],
    ].map(([name = "", prefix = ""]) => [name, own(prefix)]),
  ),
  id: anyOwn,
  ids: fc.array(anyOwn, { maxLength: 3 }),
  role: fc.constantFrom("owner", "admin", "viewer", "developer", "finance", "king"),
  search: fc.constantFrom("", "pay_", "%", "_", "\\", "é", "a@b", "x".repeat(500), "\u0000"),
  from: fc.constantFrom("2026-01-01", "2026-13-01", "0000-00-00", "x", "9999-12-31"),
  until: fc.constantFrom("2026-12-31", "2026-02-30", "+275760-09-13", "x"),
};

/** Creates a source of data calls of the dashboard and of visitors' pages, from the schemas of their inputs. */
export function procedureRequests(
  random: Random,
  seed: number,
  perProcedure: number,
  baseUrl: string,
): (partners: readonly FuzzPartner[]) => HttpRequest {
  const drawn = procedures.map((procedure, index) => {
    const usual = anyInput(procedure.input);
    const text = fc.oneof({ weight: 3, arbitrary: usual.map((value) => JSON.stringify(value)) }, anyBrokenJson(usual));
    return { procedure, inputs: fc.sample(text, { seed: seed + index, numRuns: perProcedure }) };
  });
  return (partners) => {
    const { procedure, inputs } = random.pick(drawn);
    const caller = random.pick(partners);
    const owner = random.percent(85) ? caller : random.pick(partners);
    const input = random.pick(inputs).replaceAll(/\b(\w+)_OWN\b/g, (_, prefix: string) => owner.ids.pick(prefix));
    const isPost = procedure.kind === "query" ? random.percent(3) : random.percent(97);
    const name = random.percent(98)
      ? procedure.name
      : random.pick(["__proto__", "constructor", "a.b", "%00", "x".repeat(300), ""]);
    const folder = procedure.kind === "public" ? "/enter" : "/dashboard/data";
    const query = isPost ? "" : `?input=${encodeURIComponent(input.toWellFormed())}`;
    const cookie = random.percent(95) && caller.cookies.length > 0 ? random.pick(caller.cookies) : undefined;
    const origin = random.percent(97) ? baseUrl : random.pick(["https://evil.example", "null", ""]);
    const type = random.percent(97) ? "application/json" : random.pick(["text/plain", "application/jsonx", ""]);
    return {
      kind: "procedure",
      method: isPost ? "POST" : "GET",
      target: `${folder}/${name}${query}`.slice(0, longestTarget),
      headers: { ...(cookie === undefined ? {} : { cookie }), ...(isPost ? { origin, "content-type": type } : {}) },
      body: isPost ? input : null,
    };
  };
}

/** Node refuses headers beyond 16 KiB, the target included. */
const longestTarget = 12_000;

/** Values of an input, or any JSON where the generator doesn't know its schema. */
function anyInput(input: z.ZodType): fc.Arbitrary<unknown> {
  try {
    return anyValueOf(toJsonSchema(input, "input", {}), ids);
  } catch {
    return fc.jsonValue({ maxDepth: 3 });
  }
}
