import { mountRoutes } from "#lib/api/mount-next.ts";
import { heldSettlementsRoutes } from "#lib/api/routes/merchants.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(heldSettlementsRoutes);
