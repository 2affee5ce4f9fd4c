import { TillError } from "#lib/core/errors.ts";
import { currentMember } from "#lib/dashboard/current-member.ts";
import { readInput, refuseForeign, respond, respondError } from "#lib/dashboard/exchange.ts";
import { run } from "#lib/dashboard/run.ts";

/**
 * Answers what a page of the dashboard asks for (GET, `?input=` JSON) or wants changed (POST, a JSON body), by name.
 * Errors have the shape of the API's. A change is taken from our own pages alone.
 */
export async function answerData(request: Request, name: string): Promise<Response> {
  try {
    const member = await currentMember();
    if (member === null)
      throw new TillError("missing_auth_headers", { message: "Your session has ended. Sign in again." });
    const kind = request.method === "POST" ? "action" : "query";
    if (kind === "action") refuseForeign(request);
    return respond(200, await run(kind, name, member, await readInput(request)));
  } catch (error) {
    return respondError(error, name);
  }
}
