import * as gateway from "#lib/api/routes/gateway.ts";
import * as merchants from "#lib/api/routes/merchants.ts";
import * as payments from "#lib/api/routes/payments.ts";

/** The whole API, as the custom server mounts it. */
export const allRoutes = [gateway, merchants, payments].flatMap((module) => Object.values(module).flat());
