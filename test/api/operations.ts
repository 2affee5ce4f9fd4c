import type { Route } from "#lib/api/define-route.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";

export type Operation = Route["operation"];

/** Every operation of the API. */
export const operations: readonly Operation[] = allRoutes.map(({ operation }) => operation);

/** An operation by its id. @throws Error when there is none. */
export function getOperation(operationId: string): Operation {
  const found = operations.find((operation) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`unknown operation ${operationId}`);
  return found;
}
