import { mountRoutes } from "#lib/api/mount-next.ts";
import { refundCancelRoutes } from "#lib/api/routes/refunds.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(refundCancelRoutes);
