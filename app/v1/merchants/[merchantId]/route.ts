import { mountRoutes } from "#lib/api/mount-next.ts";
import { merchantRoutes } from "#lib/api/routes/merchants.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(merchantRoutes);
