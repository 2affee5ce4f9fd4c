import type { ServiceVersion } from "#lib/core/service-versions.ts";

/** A fault that Prism finds in an exchange, in its header `sl-violations`. */
type Violation = { location: string[]; code: string | number; message: string };

/** Prism in front of an API that is to listen on `port`, as `npm run lint:api` starts it: one for each version's document. */
export type Prism = { port: number; urls: Record<ServiceVersion, string> };

/** Returns the Prism that `npm run lint:api` has started; null without one. */
export function findPrism(): Prism | null {
  return process.env.PRISM === undefined ? null : (JSON.parse(process.env.PRISM) as Prism);
}

/** Returns the address that forwards requests of a version; of an unknown one, any. */
export function prismUrl({ urls }: Prism, version: string | undefined): string {
  const others = Object.entries(urls);
  return others.find(([name]) => name === version)?.[1] ?? urls["2026-02-18"];
}

/**
 * Says whether Prism forwards that body. It reads bodies and writes them anew but keeps their Content-Length,
 * so a body that isn't as `JSON.stringify` writes it waits for bytes that never come; and it doesn't answer
 * to one that isn't JSON.
 */
export function prismForwards(bodyText: string | undefined): boolean {
  if (bodyText === undefined) return true;
  try {
    return JSON.stringify(JSON.parse(bodyText)) === bodyText;
  } catch {
    return false;
  }
}

/**
 * Returns the headers of a response without those that Prism adds.
 * @throws Error when the answer isn't in the document, or a request that succeeded.
 */
export function checkedHeaders(response: Response, request: string): Headers {
  const found = JSON.parse(response.headers.get("sl-violations") ?? "[]") as Violation[];
  const counted = found.filter(({ location: [part] }) => part === "response" || response.ok);
  if (counted.length > 0) throw new Error(`${request} returned ${response.status}: ${JSON.stringify(counted)}`);
  const headers = new Headers(response.headers);
  for (const added of ["sl-violations", "deprecation"]) headers.delete(added);
  return headers;
}
