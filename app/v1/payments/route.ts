import { mountRoutes } from "#lib/api/mount-next.ts";
import { paymentListRoutes } from "#lib/api/routes/payment-lists.ts";
import { paymentsRoutes } from "#lib/api/routes/payments.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes([...paymentListRoutes, ...paymentsRoutes]);
