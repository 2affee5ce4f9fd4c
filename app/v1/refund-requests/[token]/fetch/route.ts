import { mountRoutes } from "#lib/api/mount-next.ts";
import { refundRequestFetchRoutes } from "#lib/api/routes/refund-requests.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(refundRequestFetchRoutes);
