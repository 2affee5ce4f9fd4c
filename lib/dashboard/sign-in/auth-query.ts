import { readCallbackUrl } from "#lib/dashboard/sign-in/callback-url.ts";

/** The codes of next-auth and of providers, and the names of providers. Longer ones and other characters end up in headers. */
const name = /^[\w-]{1,64}$/;

/**
 * Removes from a query of next-auth what it would fail at or send back: a destination that isn't ours, an
 * error that isn't a code, and everything else that it would add to the URL of a provider's page, which takes
 * none from the browser.
 */
export function cleanAuthQuery(query: URLSearchParams, action: string | undefined): void {
  const callbackUrl = readCallbackUrl(query.get("callbackUrl") ?? "");
  const error = query.get("error") ?? "";
  // A provider's answer is read by the library that knows its parameters.
  const others = action === "callback" ? [...query] : [];
  for (const key of new Set(query.keys())) query.delete(key);
  for (const [key, value] of others) query.append(key, value);
  if (callbackUrl === null) query.delete("callbackUrl");
  else query.set("callbackUrl", callbackUrl);
  if (name.test(error)) query.set("error", error);
  else query.delete("error");
}

/** Returns the segments of a path of next-auth: an action, and a provider or error if it is a name. */
export function cleanAuthPath([action = "", named, ...more]: readonly string[]): string[] {
  return named !== undefined && name.test(named) ? [action, named, ...more] : [action];
}
