import type { IncomingMessage, ServerResponse } from "node:http";
import { isDraining } from "#lib/api/draining.ts";
import { type Release, release } from "#lib/api/release.ts";
import { checkReadiness, readinessAnswer } from "#lib/domain/platform/health/readiness.ts";

type Readiness = { status: string; reasons?: string[]; degraded?: string[] };
export type ProbeAnswer = { status: number; body: Readiness | Release };

/** The operator's probes, by path. */
export const probes = {
  /** Liveness: the process responds. Its dependencies are not checked. */
  "/healthz": async (): Promise<ProbeAnswer> => ({ status: 200, body: { status: "ok" } }),
  /**
   * Readiness: 503 with the reasons while the process is shutting down, the database lacks a migration or takes no writes, or no chain
   * answers. A silent chain among others is named in `degraded`.
   */
  "/readyz": answerReadiness,
  /** The release that runs here, for deployments that check what they have replaced. */
  "/version": async (): Promise<ProbeAnswer> => ({ status: 200, body: await release() }),
};

async function answerReadiness(): Promise<ProbeAnswer> {
  if (isDraining()) return readinessAnswer({ reasons: ["the process is shutting down"], degraded: [] });
  return readinessAnswer(await checkReadiness());
}

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
