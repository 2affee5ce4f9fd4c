import { mountRoutes } from "#lib/api/mount-next.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(allRoutes);
