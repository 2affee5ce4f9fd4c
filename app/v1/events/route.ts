import { mountRoutes } from "#lib/api/mount-next.ts";
import { eventsRoutes } from "#lib/api/routes/events.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes(eventsRoutes);
