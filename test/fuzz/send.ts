import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Answer } from "#test/api/start-api.ts";
import type { HttpRequest, RawRequest } from "./fuzz-request.ts";

/** No answer may take longer, on a machine that is busy with the requests of a fuzz. */
export const answerWithinMs = 30_000;
const quietMs = 200;

/** An answer whose body may be anything. */
export type RawAnswer = Omit<Answer, "body">;

/** Node's client refuses to send the request: it isn't HTTP. */
export class Unsendable extends Error {}

/**
 * Sends a request as it is, without normalising its path, and reads the whole answer.
 * @throws Unsendable when Node's client won't send it; Error when the connection breaks or no answer arrives in time.
 */
export async function sendHttp(url: URL, agent: Agent, request: HttpRequest): Promise<RawAnswer> {
  try {
    return await sendOnce(url, agent, request);
  } catch (error) {
    // The server closes a connection that was idle for long, maybe at the moment in which it is used again.
    if (!(error instanceof StaleConnection)) throw error;
    return await sendOnce(url, new Agent({ keepAlive: false }), request);
  }
}

class StaleConnection extends Error {}

async function sendOnce({ hostname, port }: URL, agent: Agent, request: HttpRequest): Promise<RawAnswer> {
  const { method, target, headers, body } = request;
  const signal = AbortSignal.timeout(answerWithinMs);
  const sent = open();
  const answered = once(sent, "response", { signal });
  sent.end(body ?? undefined);
  try {
    const [response] = (await answered) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const received = new Headers();
    for (let index = 0; index < response.rawHeaders.length; index += 2) {
      received.append(response.rawHeaders[index] ?? "", response.rawHeaders[index + 1] ?? "");
    }
    return { status: response.statusCode ?? 0, headers: received, text: Buffer.concat(chunks).toString() };
  } catch (error) {
    sent.destroy();
    const isReset = (error as { code?: string }).code === "ECONNRESET" || (error as { code?: string }).code === "EPIPE";
    if (isReset && sent.reusedSocket) throw new StaleConnection("the connection was closed", { cause: error });
    throw signal.aborted ? new Error(`no answer within ${answerWithinMs / 1_000} s`, { cause: error }) : error;
  }

  function open() {
    try {
      const length = body === null ? {} : { "content-length": Buffer.byteLength(body) };
      return httpRequest({ hostname, port, agent, method, path: target, headers: { ...headers, ...length }, signal });
    } catch (error) {
      throw new Unsendable("the client refuses this request", { cause: error });
    }
  }
}

/** Connections whose clients keep their ends open, the oldest first. */
const kept: Socket[] = [];
const maxKept = 500;

/** Closes the connections that were kept. */
export function closeKept(): void {
  for (const socket of kept.splice(0)) socket.destroy();
}

/**
 * Sends bytes over a connection of their own and leaves it as the request says.
 * @returns everything that came back.
 * @throws Error when the server should have closed the connection and hasn't in time.
 */
export async function sendRaw({ hostname, port }: URL, { chunks, leaves }: RawRequest): Promise<string> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: leaves === "kept" });
  const received: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => received.push(chunk));
  // The server may close the connection, or reset it, while bytes are still on their way.
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
  });
  await Promise.race([once(socket, "connect").catch(() => undefined), closed]);
  for (const chunk of chunks) {
    if (socket.destroyed) break;
    await new Promise<void>((resolve) => {
      socket.write(chunk, () => resolve());
    });
    if (chunks.length > 1) await pause(1);
  }
  if (leaves === "quiet" || leaves === "kept") await Promise.race([closed, pause(quietMs)]);
  if (leaves === "kept") {
    kept.push(socket);
    if (kept.length > maxKept) kept.shift()?.destroy();
    return Buffer.concat(received).toString("latin1");
  }
  if (leaves === "reset") socket.resetAndDestroy();
  else if (leaves !== "answered") socket.end();
  const overdue = new AbortController();
  const isClosed = await Promise.race([
    closed.then(() => true),
    pause(answerWithinMs, false, { signal: overdue.signal }).catch(() => false),
  ]);
  overdue.abort();
  socket.destroy();
  if (!isClosed) throw new Error(`the connection is still open after ${answerWithinMs / 1_000} s`);
  return Buffer.concat(received).toString("latin1");
}
