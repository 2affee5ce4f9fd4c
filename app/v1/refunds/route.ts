import { mountRoutes } from "#lib/api/mount-next.ts";
import { refundsRoutes } from "#lib/api/routes/refunds.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(refundsRoutes);
