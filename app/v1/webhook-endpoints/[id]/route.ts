import { mountRoutes } from "#lib/api/mount-next.ts";
import { webhookEndpointRoutes } from "#lib/api/routes/webhooks.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(webhookEndpointRoutes);
