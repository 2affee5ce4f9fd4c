import { mountRoutes } from "#lib/api/mount-next.ts";
import { webhookDeliveryRoutes } from "#lib/api/routes/webhooks.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(webhookDeliveryRoutes);
