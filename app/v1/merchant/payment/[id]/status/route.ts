import { mountRoutes } from "#lib/api/mount-next.ts";
import { paymentStatusAliasRoutes } from "#lib/api/routes/payments.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(paymentStatusAliasRoutes);
