import { mountRoutes } from "#lib/api/mount-next.ts";
import { merchantPaymentListRoutes } from "#lib/api/routes/payment-lists.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(merchantPaymentListRoutes);
