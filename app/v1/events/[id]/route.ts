import { mountRoutes } from "#lib/api/mount-next.ts";
import { eventRoutes } from "#lib/api/routes/events.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(eventRoutes);
