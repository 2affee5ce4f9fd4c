import { mountRoutes } from "#lib/api/mount-next.ts";

// Unknown paths below /v1, and /v1 itself: a JSON 404 instead of Next's page.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes([]);
