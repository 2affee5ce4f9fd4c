import { Agent } from "node:http";
import { describeRequest, type HttpRequest } from "./fuzz-request.ts";
import { sendHttp } from "./send.ts";

/** Values at which readers of URLs, headers and cookies fail, or that get longer when they are encoded. */
const values = [
  ...["undefined", "dashboard", "//", "http://a:b:c", "http://%00/", "javascript:alert(1)", "/%5cevil.example"],
  ...["/%0d%0aX:y", "%0d%0a", "%00", "%F0%9F%92%B8", "/%F0%9F%92%B8", "%E9", "%zz", "__proto__"],
  ...["/%22", "%22", "/%25"].map((text) => text + "%22".repeat(2_400)),
  ...["/", ""].map((text) => text + '"'.repeat(6_000)),
];

/** Actions of next-auth, and paths in their place. The provider oidc is configured. */
const actions = [
  ...["csrf", "session", "providers", "signin", "signout", "error", "verify-request", "_log", "callback", "x", "x/y"],
  ...["signin/oidc", "callback/oidc", "callback/credentials", "callback/passkey", "error/%0d%0a", "signin/%0d%0a"],
  ...["error/", "signin/"].map((text) => text + "%22".repeat(600)),
];

const authParameters = ["callbackUrl", "error", "code", "state", "iss"];
const authCookies = ["callback-url", "csrf-token", "session-token", "session-token.0", "state", "nonce"];
const authFields = ["callbackUrl", "json", "csrfToken", "email", "password", "response"];

/** Pages of each kind: what they redirect to, and what the framework and we read from their queries, cookies and headers. */
const pages = ["/sign-in", "/sign-in/", "/two-factor", "/dashboard/payments", "/pay/x", "/embed/x", "/docs"];
const parameters = ["next", "error", "lang", "theme", "origin", "_rsc", "nxtPpaymentId"];
const cookies = ["__prerender_bypass", "__next_preview_data", "till-lang", "till-known"];
const headers = [
  ...["next-url", "next-router-state-tree", "next-router-prefetch", "next-router-segment-prefetch", "rsc"],
  ...["x-nextjs-data", "x-matched-path", "x-middleware-subrequest", "x-invoke-path", "x-forwarded-host"],
  ...["x-forwarded-proto", "x-forwarded-port", "x-prerender-revalidate", "x-now-route-matches", "accept-language"],
];

/**
 * Sends each hostile value in each place that next-auth, Next or a page reads.
 * @returns the requests that were answered with 500 or more.
 */
export async function sendHostileValues(baseUrl: string): Promise<{ faults: string[]; sent: number }> {
  const url = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const { csrfToken, csrfCookie } = await readCsrf(baseUrl);
  const all = values.flatMap((value) => [...authRequests(value, csrfToken, csrfCookie), ...pageRequests(value)]);
  const faults: string[] = [];
  let sent = 0;
  const send = async () => {
    for (let request = all.pop(); request !== undefined; request = all.pop()) {
      const { status } = await sendHttp(url, agent, request);
      sent += 1;
      if (status >= 500) faults.push(`status ${status}\n  ${describeRequest(request, url)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));
  agent.destroy();
  return { faults, sent };
}

async function readCsrf(baseUrl: string): Promise<{ csrfToken: string; csrfCookie: string }> {
  const answer = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const set = answer.headers.getSetCookie().find((cookie) => cookie.includes("csrf-token")) ?? "";
  return { csrfToken, csrfCookie: set.split(";", 1).join() };
}

const get = (target: string, more: Record<string, string> = {}): HttpRequest => ({
  kind: "page",
  method: "GET",
  target,
  headers: more,
  body: null,
});

function authRequests(value: string, csrfToken: string, csrfCookie: string): HttpRequest[] {
  return actions.flatMap((action) => {
    const path = `/api/auth/${action}`;
    const form = `csrfToken=${csrfToken}&json=true&email=a%40b.example&password=x`;
    const headers = { cookie: csrfCookie, "content-type": "application/x-www-form-urlencoded" };
    return [
      ...authParameters.map((name) => get(`${path}?${name}=${value}`)),
      ...authCookies.map((name) => get(path, { cookie: `${csrfCookie}; next-auth.${name}=${value}` })),
      ...authFields.map((name) => ({ ...get(path, headers), method: "POST", body: `${form}&${name}=${value}` })),
    ];
  });
}

function pageRequests(value: string): HttpRequest[] {
  return pages.flatMap((page) => [
    ...parameters.map((name) => get(`${page}?${name}=${value}`)),
    ...cookies.map((name) => get(page, { cookie: `${name}=${value}` })),
    ...headers.map((name) => get(page, { rsc: "1", [name]: value })),
  ]);
}
