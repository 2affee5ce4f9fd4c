/** Liveness: the process responds. Its dependencies are not checked. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
}
