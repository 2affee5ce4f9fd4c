import { acceptedLocale } from "#lib/core/choose-locale.ts";
import { TillError } from "#lib/core/errors.ts";
import type { Locale } from "#lib/core/locales.ts";
import { errorResponse, jsonResponse, readInput, requireOwnOrigin } from "#lib/dashboard/rpc/http.ts";
import type { Json } from "#lib/dashboard/rpc/procedure.ts";
import { publicMutations } from "#lib/dashboard/rpc/public-mutations.ts";
import { callerAddress } from "#lib/edge/client-address.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

type AnyPublicMutation = {
  input: (typeof publicMutations)["signUp.request"]["input"];
  resolve(input: unknown, address: string, locale: Locale | null): Promise<Json>;
};

/** Handles a public mutation by name: a POST of JSON from our own pages. */
export async function handlePublicMutation(request: Request, name: string): Promise<Response> {
  try {
    requireOwnOrigin(request);
    const table = publicMutations as unknown as Readonly<Record<string, AnyPublicMutation>>;
    const mutation = Object.hasOwn(table, name) ? table[name] : undefined;
    if (mutation === undefined) throw new TillError("not_found");
    const input = parseInput(mutation.input, await readInput(request));
    const locale = acceptedLocale(request.headers.get("accept-language"));
    const address = callerAddress(request.headers.get("x-forwarded-for"));
    return jsonResponse(200, await mutation.resolve(input, address, locale));
  } catch (error) {
    return errorResponse(error, name);
  }
}
