import { mountRoutes } from "#lib/api/mount-next.ts";
import { cryptoSettlementsRoutes } from "#lib/api/routes/merchants.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(cryptoSettlementsRoutes);
