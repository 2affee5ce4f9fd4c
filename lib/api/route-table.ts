import findMyWay from "find-my-way";
import type { Route } from "#lib/api/define-route.ts";

export type Match =
  | { kind: "found"; route: Route; params: Readonly<Record<string, string | undefined>> }
  | { kind: "wrong_method"; allow: string }
  | { kind: "not_found" };

export type RouteTable = { match(method: string, path: string): Match };

/** Long enough for a payment link as the id, percent-encoded up to three times. */
const longestParam = 4_096;

/** Builds the look-up from method and path to route. Paths match in their raw form; parameters are decoded once. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const router = findMyWay({ maxParamLength: longestParam });
  const byPath = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const { path, method } = route.operation;
    const methods = byPath.get(path) ?? new Map<string, Route>();
    byPath.set(path, methods.set(method, route));
  }
  for (const [path, methods] of byPath) {
    router.on("GET", path.replaceAll(/\{(\w+)\}/g, ":$1"), () => undefined, methods);
  }
  return {
    match(method, path) {
      const found = router.find("GET", path);
      // `/v1/payments/` doesn't name a payment with an empty id.
      if (found === null || Object.values(found.params).includes("")) return { kind: "not_found" };
      const methods = found.store as Map<string, Route>;
      const route = methods.get(method === "HEAD" ? "GET" : method);
      if (route !== undefined) return { kind: "found", route, params: found.params };
      const allowed = [...methods.keys()].flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : each));
      return { kind: "wrong_method", allow: [...allowed, "OPTIONS"].join(", ") };
    },
  };
}
