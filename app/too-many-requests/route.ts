/** Tells a member whose pages are over their limit so. A page itself can't answer with 429, so it redirects here. */
export function GET(): Response {
  return new Response("You've opened too many pages within a minute. Go back and try again in a minute.\n", {
    status: 429,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", "retry-after": "60" },
  });
}
