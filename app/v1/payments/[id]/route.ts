import { mountRoutes } from "#lib/api/mount-next.ts";
import { paymentRoutes } from "#lib/api/routes/payments.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(paymentRoutes);
