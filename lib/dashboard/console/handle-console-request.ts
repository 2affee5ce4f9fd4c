import { z } from "zod";
import { clock } from "#lib/core/clock.ts";
import { currentMember } from "#lib/dashboard/current-member.ts";
import { inTestMode } from "#lib/dashboard/in-test-mode.ts";
import { permissionsToGive, permissionsToProve } from "#lib/dashboard/key-rights.ts";
import { requireSession } from "#lib/dashboard/require-session.ts";
import { requireSecondFactor } from "#lib/dashboard/rpc/call-procedure.ts";
import { errorResponse, jsonResponse, readInput, requireOwnOrigin } from "#lib/dashboard/rpc/http.ts";
import { limitMember } from "#lib/dashboard/rpc/limit-member.ts";
import { refuseOtherMember } from "#lib/dashboard/rpc/other-member.ts";
import { getPartner } from "#lib/domain/partners/get-partner.ts";
import { type Member, proofHoldsMs } from "#lib/domain/partners/users/session.ts";
import type { ApiMember } from "#lib/edge/api-member.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

const header = z.string().max(1_000).optional();
/** A request to the API as the console sends it. Other headers, such as those of credentials, don't pass. */
const consoleRequest = z.strictObject({
  mode: z.enum(["test", "live"]),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  /** The path and query. */
  target: z
    .string()
    .regex(/^\/v1\/[\x21-\x7e]*$/, "must be a path below /v1/")
    .max(8_192),
  headers: z.strictObject({ "merchant-id": header, "idempotency-key": header, "service-version": header }),
  body: z.string().nullable(),
});
export type ConsoleRequest = Omit<z.output<typeof consoleRequest>, "mode">;

type Answer = { status: number; headers: Readonly<Record<string, string>>; body: string | null };

/**
 * Handles a request that the console of the docs sends with the dashboard's session: a POST of JSON from our own origin only.
 * @param answer handles the request that is in the body, as the API does, for the member.
 * @returns the API's answer, whatever its status, in a 200; otherwise an error in the shape of the API's.
 */
export async function handleConsoleRequest(
  request: Request,
  answer: (sent: ConsoleRequest, member: ApiMember) => Promise<Answer>,
): Promise<Response> {
  try {
    const signedIn = requireSession(await currentMember());
    await limitMember(signedIn);
    const refused = refuseOtherMember(request, signedIn);
    if (refused !== null) return refused;
    requireOwnOrigin(request);
    requireSecondFactor(signedIn);
    const { mode, ...sent } = parseInput(consoleRequest, await readInput(request));
    const member = mode === "test" ? await inTestMode(signedIn) : signedIn;
    const { status, headers, body } = await answer(sent, await apiMemberOf(member));
    return jsonResponse(200, { status, headers, body });
  } catch (error) {
    return errorResponse(error, "docs.console");
  }
}

async function apiMemberOf({ userId, email, role, scope, provedAt }: Member): Promise<ApiMember> {
  const { fees, serviceVersion } = await getPartner(scope);
  const isProved = clock.now().getTime() - provedAt.getTime() < proofHoldsMs;
  return {
    userId,
    email,
    role,
    partnerId: scope.partnerId,
    permissions: new Set(permissionsToGive(role)),
    unproved: new Set(isProved ? [] : permissionsToProve),
    serviceVersion,
    fees,
  };
}
