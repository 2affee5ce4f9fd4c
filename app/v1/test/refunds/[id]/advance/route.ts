import { mountRoutes } from "#lib/api/mount-next.ts";
import { testRefundRoutes } from "#lib/api/routes/test-mode.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(testRefundRoutes);
