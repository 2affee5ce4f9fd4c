import { mountRoutes } from "#lib/api/mount-next.ts";
import { paymentCancelRoutes } from "#lib/api/routes/payments.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(paymentCancelRoutes);
