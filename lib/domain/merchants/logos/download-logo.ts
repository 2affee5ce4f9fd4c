import type { IncomingMessage } from "node:http";
import { isTillError } from "#lib/core/errors.ts";
import { maxLogoBytes } from "#lib/domain/merchants/logos/logo.ts";
import { refuseLogo } from "#lib/domain/merchants/logos/logo-refusal.ts";
import { type LogoNetwork, openUrl } from "#lib/domain/merchants/logos/open-url.ts";

const maxRedirects = 3;

/**
 * Downloads a URL within the size and time limits for logos. Follows redirects; each target is subject to the same
 * rules as the URL itself.
 * @throws TillError `params_validation` on `iconUrl` with the reason.
 */
export async function downloadLogo(url: string, network: LogoNetwork): Promise<Buffer> {
  const signal = AbortSignal.timeout(network.timeoutMs);
  try {
    const response = await followRedirects(parseUrl(url), network, signal);
    return await readLimited(response);
  } catch (error) {
    if (signal.aborted)
      throw refuseLogo("reachable", `must be downloadable within ${network.timeoutMs / 1_000} s; it timed out`, error);
    throw explain(error);
  }
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw refuseLogo("https", "must be an HTTPS URL; it is not a URL");
  return url;
}

async function followRedirects(start: URL, network: LogoNetwork, signal: AbortSignal): Promise<IncomingMessage> {
  let url = start;
  let response = await openUrl(url, network, signal);
  for (let redirects = 1; isRedirect(response); redirects++) {
    response.destroy();
    if (redirects > maxRedirects)
      throw refuseLogo("reachable", `must redirect at most ${maxRedirects} times; it redirects more often`);
    url = targetOf(response, url);
    response = await openUrl(url, network, signal).catch((error: unknown) => {
      // Without details: the redirect target is data from another host.
      const message = `must redirect to public HTTPS addresses on port ${network.port} only; it does not`;
      throw isTillError(error) ? refuseLogo("reachable", message, error) : error;
    });
  }
  return response;
}

function isRedirect({ statusCode }: IncomingMessage): boolean {
  return statusCode !== undefined && [301, 302, 303, 307, 308].includes(statusCode);
}

function targetOf({ headers }: IncomingMessage, base: URL): URL {
  const target = headers.location === undefined ? null : URL.parse(headers.location, base);
  if (target === null) throw refuseLogo("reachable", "must redirect to a URL; it does not");
  return target;
}

async function readLimited(response: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => refuseLogo("size", "must be at most 2 MB; it is larger");
  try {
    if (response.statusCode !== 200) {
      throw refuseLogo("reachable", `must return status 200; it returned ${response.statusCode}`);
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

/** Turns socket, TLS and HTTP errors, which have a code, into refusals. Other errors are bugs and stay as they are. */
function explain(error: unknown): unknown {
  if (isTillError(error) || !(error instanceof Error) || !("code" in error)) return error;
  const isCertificate = /CERT|SIGNATURE/.test(String(error.code));
  const found = isCertificate ? "its certificate is not trusted" : "the connection failed";
  return refuseLogo("reachable", `must be reachable by HTTPS; ${found}`, error);
}
