import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { Agent, get, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { createProxyServer } from "httpxy";
import type { Pages } from "#lib/api/create-web-server.ts";
import { isDraining } from "#lib/api/draining.ts";
import { errorBody } from "#lib/api/render-error.ts";
import { type WebLimits, webLimits } from "#lib/api/web-limits.ts";
import { TillError } from "#lib/core/errors.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";
import { log } from "#lib/log/log.ts";
import { lifePath } from "#scripts/web/life-path.ts";
import { peerHeader } from "#scripts/web/peer-header.ts";
import { createServeStatic } from "#scripts/web/static-files.ts";
import { unavailableHeaders, unavailablePage } from "#scripts/web/unavailable-page.ts";

export type PagesProcessOptions = {
  /** The entry point. It listens on the Unix socket of its first argument and sends a message when it does. */
  script: string;
  env: NodeJS.ProcessEnv;
  /** For tests. */
  limits?: WebLimits;
};

export type PagesProcess = Pages & {
  /** The id of the current process. */
  readonly pid: number | undefined;
  close(): Promise<void>;
};

const firstPauseMs = 250;
const longestPauseMs = 10_000;

/**
 * Runs the pages in a process of their own, so that rendering them doesn't delay the API, which has this one. A process that
 * ends unexpectedly, or hangs, is replaced. Until then pages get 503 with `Retry-After`; the API is not affected.
 * @throws Error when the first process ends before it is ready.
 */
export async function startPagesProcess({
  script,
  env,
  limits = webLimits,
}: PagesProcessOptions): Promise<PagesProcess> {
  const directory = await mkdtemp(path.join(tmpdir(), "till-pages-"));
  const stopped = new AbortController();
  let number = 0;
  let socketPath = "";
  const start = (): ChildProcess => {
    number += 1;
    // A socket of a process that was killed remains, and nothing else can listen on it.
    socketPath = path.join(directory, String(number));
    // Detached: a signal from the terminal reaches the server only, which stops this process last.
    const started = fork(script, [socketPath], { env, detached: true });
    started.on("error", (error) => log().error({ err: error }, "the pages' process failed"));
    return started;
  };
  let child = start();
  let startedAt = performance.now();
  let isServing = await Promise.race([once(child, "message").then(() => true), exitOf(child).then(() => false)]);
  if (!isServing) throw new Error("the pages' process ended before it was ready");

  let isRestarted = false;
  const keepRunning = async () => {
    let pauseMs = firstPauseMs;
    while (!stopped.signal.aborted) {
      await exitOf(child);
      isServing = false;
      if (stopped.signal.aborted) return;
      const facts = { code: child.exitCode, signal: child.signalCode };
      raiseAlarm("pages_down", "all", facts, "the pages' process ended; it is started again");
      pauseMs = nextPauseMs(pauseMs, performance.now() - startedAt);
      await pause(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      startedAt = performance.now();
      try {
        const next = start();
        child = next;
        isRestarted = true;
        next.once("message", () => {
          isServing = child === next;
        });
      } catch (error) {
        // No memory or process is left. The API continues meanwhile.
        log().error({ err: error }, "the pages' process can't be started; it is tried again");
      }
    }
  };
  const running = keepRunning();
  const checking = endSilent(() => ({ child, socketPath }), stopped.signal, limits);
  const serveStatic = createServeStatic();
  const agent = new Agent({ keepAlive: true, maxSockets: limits.pagesConnections });
  const proxy = createProxyServer({ agent });
  return {
    get pid() {
      return child.pid;
    },
    async answer(request, response) {
      if (await serveStatic(request, response)) return;
      delete request.headers[peerHeader];
      // The proxy answers with the request's own wish; a kept connection would delay the shutdown.
      if (isDraining()) request.headers.connection = "close";
      const peer = request.socket.remoteAddress;
      const headers = peer === undefined ? {} : { [peerHeader]: peer };
      const body = await readWhole(request);
      if (body === null || response.destroyed) return;
      await proxy.web(request, response, { target: { socketPath }, headers, buffer: body }).catch((error: unknown) => {
        log().warn({ err: error }, "a page could not be answered");
        refuse(request, response);
      });
    },
    upgrade: null,
    findProblem() {
      if (!isServing) return "the pages' process doesn't run; it is being started again";
      // One that ends again right away is no recovery.
      const isNew = isRestarted && performance.now() - startedAt < longestPauseMs;
      return isNew ? "the pages' process has just been started again" : null;
    },
    async close() {
      stopped.abort();
      child.kill("SIGTERM");
      // Every request has been answered, so nothing is lost with a process that takes its time.
      const overdue = setTimeout(() => child.kill("SIGKILL"), limits.stopPagesMs);
      await exitOf(child);
      clearTimeout(overdue);
      await running;
      await checking;
      agent.destroy();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Kills a process that gives no sign of life for too long, which {@link startPagesProcess} then replaces.
 * Keeps its socket's time recent: with PrivateTmp=yes, systemd-tmpfiles doesn't see that it is in use, and
 * removes it after ten days.
 */
async function endSilent(
  current: () => { child: ChildProcess; socketPath: string },
  stopped: AbortSignal,
  { checkPagesEveryMs, pagesSilentMs }: WebLimits,
): Promise<void> {
  let last: ChildProcess | null = null;
  let aliveAt = 0;
  while (!stopped.aborted) {
    const { child, socketPath } = current();
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(checkPagesEveryMs)]);
    if (child !== last || (await isAlive(socketPath, signal))) aliveAt = performance.now();
    last = child;
    const now = new Date();
    await utimes(socketPath, now, now).catch(() => undefined);
    if (performance.now() - aliveAt > pagesSilentMs) {
      log().error({ pid: child.pid }, "the pages' process doesn't answer; it is killed");
      child.kill("SIGKILL");
    }
    await pause(checkPagesEveryMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
  }
}

async function isAlive(socketPath: string, signal: AbortSignal): Promise<boolean> {
  const request = get({ socketPath, path: lifePath, agent: false, signal });
  request.on("error", () => undefined);
  try {
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.resume();
    return true;
  } catch {
    return false;
  }
}

/**
 * The time until a process is started again: twice the last one up to 10 s, or 250 ms once a process has run
 * for longer than that.
 */
export function nextPauseMs(lastMs: number, ranForMs: number): number {
  return ranForMs > longestPauseMs ? firstPauseMs : Math.min(lastMs * 2, longestPauseMs);
}

/**
 * Reads a body, of which the front door has limited the length, before the pages' process sees the request: a
 * body that its sender cuts off would be an uncaught error there. @returns null when the sender has gone.
 */
async function readWhole(request: IncomingMessage): Promise<Readable | null> {
  try {
    return Readable.from([await buffer(request)]);
  } catch {
    return null;
  }
}

/** One that couldn't be started, of which an error tells, has ended too. */
async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit").catch(() => undefined);
}

const message = "This page can't be shown at the moment. Try again in a few seconds.";

function refuse({ headers }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isPage = headers.accept?.includes("text/html") === true;
  response.writeHead(503, {
    "content-type": `${isPage ? "text/html" : "application/json"}; charset=utf-8`,
    "cache-control": "no-store",
    "retry-after": "2",
    ...(isPage ? unavailableHeaders : {}),
  });
  response.end(isPage ? unavailablePage(message) : errorBody(new TillError("internal_error", { message })));
}
