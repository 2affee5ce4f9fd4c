import type { IncomingMessage } from "node:http";
import { isTillError } from "#lib/core/errors.ts";
import { brokenRule } from "#lib/domain/merchants/logos/broken-rule.ts";
import { maxLogoBytes } from "#lib/domain/merchants/logos/logo.ts";
import { type LogoNetwork, openUrl } from "#lib/domain/merchants/logos/open-url.ts";

const maxRedirects = 3;

/**
 * Fetches what is at a URL, whatever it is, up to the size and the time that a logo may take. Follows redirects, each
 * under the same rules as the URL itself.
 * @throws TillError `params_validation` on `iconUrl` that names what went wrong.
 */
export async function downloadLogo(url: string, network: LogoNetwork): Promise<Buffer> {
  const signal = AbortSignal.timeout(network.timeoutMs);
  try {
    const response = await followRedirects(parseUrl(url), network, signal);
    return await readLimited(response);
  } catch (error) {
    if (signal.aborted)
      throw brokenRule("reachable", `must be fetched within ${network.timeoutMs / 1_000} s; it was not`, error);
    throw explain(error);
  }
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw brokenRule("https", "must be an HTTPS URL; it is no URL");
  return url;
}

async function followRedirects(start: URL, network: LogoNetwork, signal: AbortSignal): Promise<IncomingMessage> {
  let url = start;
  let response = await openUrl(url, network, signal);
  for (let redirects = 1; isRedirect(response); redirects++) {
    response.destroy();
    if (redirects > maxRedirects)
      throw brokenRule("reachable", `must redirect at most ${maxRedirects} times; it does more often`);
    url = targetOf(response, url);
    response = await openUrl(url, network, signal).catch((error: unknown) => {
      // Says no more: what was found are the other host's words.
      const message = `must redirect to public HTTPS addresses on port ${network.port} only; it does not`;
      throw isTillError(error) ? brokenRule("reachable", message, error) : error;
    });
  }
  return response;
}

function isRedirect({ statusCode }: IncomingMessage): boolean {
  return statusCode !== undefined && [301, 302, 303, 307, 308].includes(statusCode);
}

function targetOf({ headers }: IncomingMessage, base: URL): URL {
  const target = headers.location === undefined ? null : URL.parse(headers.location, base);
  if (target === null) throw brokenRule("reachable", "must redirect to a URL; it does not");
  return target;
}

async function readLimited(response: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => brokenRule("size", "must be at most 2 MB; it is larger");
  try {
    if (response.statusCode !== 200) {
      throw brokenRule("reachable", `must be answered with status 200; it was answered with ${response.statusCode}`);
    }
    if (Number(response.headers["content-length"]) > maxLogoBytes) throw tooLarge();
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxLogoBytes) throw tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  } finally {
    response.destroy();
  }
}

/** Errors of sockets, TLS and HTTP have a code; others are faults of ours. */
function explain(error: unknown): unknown {
  if (isTillError(error) || !(error instanceof Error) || !("code" in error)) return error;
  const isCertificate = /CERT|SIGNATURE/.test(String(error.code));
  const found = isCertificate ? "its certificate is not trusted" : "the connection failed";
  return brokenRule("reachable", `must be reachable by HTTPS; ${found}`, error);
}
