import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { isDraining } from "#lib/api/draining.ts";
import { checkReadiness } from "#lib/domain/platform/health/readiness.ts";
import { readinessAnswer } from "#lib/edge/readiness-answer.ts";

const manifest = z.object({ version: z.string(), commit: z.string().nullable().default(null) });

type Release = z.output<typeof manifest>;

let known: Promise<Release> | undefined;

/**
 * The release that this process was started from: the semantic version and, in a packaged tree, the commit.
 * Reads package.json of the working directory once, so that an upgrade of the files doesn't change the answer
 * of a running process.
 */
function release(): Promise<Release> {
  known ??= readFile("package.json", "utf8").then((text) => manifest.parse(JSON.parse(text)));
  return known;
}

type Readiness = { status: string; reasons?: string[]; degraded?: string[] };
export type ProbeAnswer = { status: number; body: Readiness | Release };

/** The operator's probes, by path and query. */
export const probes = {
  /** Liveness: the process responds. Its dependencies are not checked. */
  "/healthz": async (): Promise<ProbeAnswer> => ({ status: 200, body: { status: "ok" } }),
  /**
   * Readiness: 503 with the reasons while the process is shutting down, the database lacks a migration or
   * takes no writes, or no chain answers. A silent chain among others is named in `degraded`, and so are
   * pages that can't be shown: the API works without them.
   */
  "/readyz": (findPagesProblem?: FindProblem) => answerReadiness(false, findPagesProblem),
  /**
   * The same for load balancers, with silent chains in `degraded`: taking every process away would also stop
   * dashboard and API.
   */
  "/readyz?exclude=chains": (findPagesProblem?: FindProblem) => answerReadiness(true, findPagesProblem),
  /** The release that runs here, for deployments that check what they have replaced. */
  "/version": async (): Promise<ProbeAnswer> => ({ status: 200, body: await release() }),
};

async function answerReadiness(
  withoutChains: boolean,
  findPagesProblem: FindProblem = () => null,
): Promise<ProbeAnswer> {
  if (isDraining()) return readinessAnswer({ reasons: ["the process is shutting down"], degraded: [] });
  const { reasons, degraded } = await checkReadiness({ withoutChains });
  return readinessAnswer({ reasons, degraded: [...degraded, ...[findPagesProblem()].filter((each) => each !== null)] });
}

type FindProblem = () => string | null;

type ProbePath = keyof typeof probes;

/** True for a request that {@link answerProbe} answers. */
export function isProbe({ method, url }: IncomingMessage): boolean {
  return method === "GET" && Object.hasOwn(probes, url ?? "");
}

/**
 * Answers a probe without the framework, so that a page that can't be shown doesn't count as a failing
 * service.
 * @param findPagesProblem says what keeps the pages from being shown; null when nothing does.
 */
export async function answerProbe(
  { url }: IncomingMessage,
  response: ServerResponse,
  findPagesProblem: FindProblem,
): Promise<void> {
  const { status, body } = await probes[url as ProbePath](findPagesProblem);
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
