import { mountRoutes } from "#lib/api/mount-next.ts";

// Whatever has no route of its own below /v1, and /v1 itself: a JSON 404, where Next would answer with a page.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountRoutes([]);
