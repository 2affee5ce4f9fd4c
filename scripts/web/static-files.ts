import { globSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import send from "send";
import { pathOf } from "#lib/api/path-of.ts";

const prefix = "/_next/static/";

/** The endings of compressed copies, the smallest first. */
const copies = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
] as const;

/** Answers a request for a file of the build. @returns false, without an answer, for any other request. */
export type ServeStatic = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Serves the build's scripts and styles, as compressed by the build: Next would compress a file again for
 * each request, which takes the pages' process 20 ms for the largest. Their names contain their hash, so
 * browsers keep them.
 */
export function createServeStatic(directory = ".next/static"): ServeStatic {
  const root = path.resolve(directory);
  const files = new Set(globSync("**/*.*", { cwd: root }).map((file) => file.split(path.sep).join("/")));
  return async (request, response) => {
    const target = pathOf(request);
    const file = target.slice(prefix.length);
    if (!target.startsWith(prefix) || !files.has(file)) return false;
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const copy = copies.find(({ encoding, ending }) => accepted.includes(encoding) && files.has(file + ending));
    const stream = send(request, file + (copy?.ending ?? ""), {
      root,
      immutable: true,
      maxAge: "1y",
      acceptRanges: false,
      index: false,
    });
    return new Promise((resolve) => {
      stream.on("headers", () => {
        stream.type(file);
        response.setHeader("x-content-type-options", "nosniff");
        response.setHeader("vary", "Accept-Encoding");
        if (copy !== undefined) response.setHeader("content-encoding", copy.encoding);
        resolve(true);
      });
      // Such as for a file that another build has removed.
      stream.on("error", () => resolve(false));
      stream.pipe(response);
    });
  };
}
