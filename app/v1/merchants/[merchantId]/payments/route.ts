import { mountRoutes } from "#lib/api/mount-next.ts";
import { paymentsOfMerchantRoutes } from "#lib/api/routes/payment-lists.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(paymentsOfMerchantRoutes);
