import { isReady } from "#lib/api/readiness.ts";

/** Readiness: 503 while the database doesn't answer or the process is shutting down. */
export async function GET(): Promise<Response> {
  const ready = await isReady();
  const status = ready ? "ready" : "unavailable";
  return Response.json({ status }, { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } });
}
