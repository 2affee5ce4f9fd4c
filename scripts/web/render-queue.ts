import type { IncomingMessage, ServerResponse } from "node:http";
import { createWorkQueue } from "#lib/core/work-queue.ts";
import { callerAddress } from "#lib/edge/client-address.ts";

/** Pages that are rendered at once: one waits for the database while others are rendered. */
export const pagesAtOnce = 4;

/** The web process refuses more requests of an address than it has connections for, so these limits are never reached. */
const queue = createWorkQueue<string>({
  atOnce: pagesAtOnce,
  waitingPerClient: 1_000,
  waitingInAll: 10_000,
  message: "Too many pages are being read from this address at once. Try again in a few seconds.",
});

/**
 * Renders a page, round robin between addresses, so that a reader of many pages doesn't delay others. Its place is free again when the
 * answer begins: sending it takes as long as its client likes. Requests of members don't wait here, in the dashboard and from the
 * console of the docs: they are limited by member, and wait for their data rather than for the processor. Call it inside `withPeer`.
 */
export async function inRenderQueue(
  request: IncomingMessage,
  response: ServerResponse,
  render: () => Promise<void>,
): Promise<void> {
  if (!isRenderedForAnyone(request)) return render();
  const address = callerAddress([request.headers["x-forwarded-for"]].flat().join(","));
  const rendered = Promise.withResolvers<void>();
  await queue(address, async () => {
    if (response.closed) return rendered.resolve();
    const begun = answerBegins(response);
    await Promise.race([begun, render().then(rendered.resolve, rendered.reject)]);
  });
  return rendered.promise;
}

function isRenderedForAnyone({ url = "" }: IncomingMessage): boolean {
  return !/^\/(?:dashboard|docs\/console\/(?:send|session)|_next|api)(?:[/?]|$)/.test(url);
}

/** Resolves when the head of an answer is written, or its client is gone. */
function answerBegins(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once("close", resolve);
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (...head: unknown[]) => {
      resolve();
      return writeHead(...head);
    };
  });
}
