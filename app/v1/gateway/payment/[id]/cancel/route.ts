import { mountRoutes } from "#lib/api/mount-next.ts";
import { gatewayCancelRoutes } from "#lib/api/routes/gateway.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(gatewayCancelRoutes);
