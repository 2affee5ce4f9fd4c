import { randomUUID } from "node:crypto";
import type { ApiRequest } from "#lib/api/http.ts";

const safeRequestId = /^[A-Za-z0-9._:+/=-]{1,128}$/;

/** The Request-Id of a response: the request's own if it is 1 to 128 safe characters, otherwise a new one. */
export function requestIdOf(request: Pick<ApiRequest, "header"> | null): string {
  const given = request?.header("request-id");
  return given !== undefined && safeRequestId.test(given) ? given : randomUUID();
}
