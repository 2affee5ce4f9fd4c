import { TillError } from "#lib/core/errors.ts";
import type { Json } from "#lib/dashboard/define.ts";
import { visitorActions } from "#lib/dashboard/entry/visitor-actions.ts";
import { readInput, refuseForeign, respond, respondError } from "#lib/dashboard/exchange.ts";
import { callerAddress } from "#lib/edge/client-address.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

type AnyAction = {
  input: (typeof visitorActions)["signUp.request"]["input"];
  run(input: unknown, address: string): Promise<Json>;
};

/** Carries out what a page for visitors asks for: a POST of JSON from our own pages, by the action's name. */
export async function answerVisitor(request: Request, name: string): Promise<Response> {
  try {
    refuseForeign(request);
    const table = visitorActions as unknown as Readonly<Record<string, AnyAction>>;
    const action = Object.hasOwn(table, name) ? table[name] : undefined;
    if (action === undefined) throw new TillError("not_found");
    const input = parseInput(action.input, await readInput(request));
    return respond(200, await action.run(input, callerAddress(request.headers.get("x-forwarded-for"))));
  } catch (error) {
    return respondError(error, name);
  }
}
