import type { IncomingMessage, ServerResponse } from "node:http";
import { isReady } from "#lib/api/readiness.ts";
import { type Release, release } from "#lib/api/release.ts";

export type ProbeAnswer = { status: number; body: { status: string } | Release };

/** The operator's probes, by path. */
export const probes = {
  /** Liveness: the process responds. Its dependencies are not checked. */
  "/healthz": async (): Promise<ProbeAnswer> => ({ status: 200, body: { status: "ok" } }),
  /** Readiness: 503 while the database doesn't answer or the process is shutting down. */
  "/readyz": async (): Promise<ProbeAnswer> =>
    (await isReady()) ? { status: 200, body: { status: "ready" } } : { status: 503, body: { status: "unavailable" } },
  /** The release that runs here, for deployments that check what they have replaced. */
  "/version": async (): Promise<ProbeAnswer> => ({ status: 200, body: await release() }),
};
type ProbePath = keyof typeof probes;

/** True for a request that {@link answerProbe} answers. */
export function isProbe({ method, url }: IncomingMessage): boolean {
  return method === "GET" && Object.hasOwn(probes, url ?? "");
}

/** Answers a probe without the framework, so that a page that can't be shown doesn't count as a failing service. */
export async function answerProbe({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await probes[url as ProbePath]();
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
