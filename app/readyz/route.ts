import { isReady } from "#lib/api/readiness.ts";

/** Whether requests can be sent here: 503 while the database does not answer. */
export async function GET(): Promise<Response> {
  const ready = await isReady();
  const status = ready ? "ready" : "unavailable";
  return Response.json({ status }, { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } });
}
