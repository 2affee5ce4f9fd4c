import { probes } from "#lib/api/probes.ts";

export async function GET(): Promise<Response> {
  const { status, body } = await probes["/version"]();
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
