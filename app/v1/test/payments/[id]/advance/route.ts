import { mountRoutes } from "#lib/api/mount-next.ts";
import { testPaymentRoutes } from "#lib/api/routes/test-mode.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(testPaymentRoutes);
