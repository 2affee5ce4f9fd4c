import type { SavedViewId, UserId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** Filters and an order of the list of payments, under a name. */
export type SavedView = {
  id: SavedViewId;
  name: string;
  /** As it was saved: an input that the list accepted then. */
  filter: unknown;
};

export type NewView = Pick<SavedView, "name"> & { filter: object };

const select = statement<SavedView>({
  name: "saved-views",
  text: "SELECT id, name, filter FROM saved_view WHERE user_id = $1 ORDER BY created_at, id",
});

/** Lists a member's views in the order in which they were saved. */
export function listViews(on: Queryable, userId: UserId): Promise<SavedView[]> {
  return on.rows(select, [userId]);
}

const insert = statement({
  name: "saved-view-insert",
  text: `INSERT INTO saved_view (id, user_id, name, filter, created_at) VALUES ($1, $2, $3, $4::jsonb, $5)
    ON CONFLICT (user_id, name) DO NOTHING RETURNING id`,
});

/** Inserts a view. @returns false when the member has one of that name. */
export async function insertView(
  on: Queryable,
  userId: UserId,
  id: SavedViewId,
  { name, filter }: NewView,
  now: Date,
): Promise<boolean> {
  return (await on.rows(insert, [id, userId, name, JSON.stringify(filter), now])).length > 0;
}

const update = statement({
  name: "saved-view-update",
  text: "UPDATE saved_view SET name = $3, filter = $4::jsonb WHERE id = $1 AND user_id = $2 RETURNING id",
});

/** Replaces a member's view. @returns false when the member has no such view. */
export async function updateView(
  on: Queryable,
  userId: UserId,
  id: string,
  { name, filter }: NewView,
): Promise<boolean> {
  return (await on.rows(update, [id, userId, name, JSON.stringify(filter)])).length > 0;
}

const remove = statement({
  name: "saved-view-delete",
  text: "DELETE FROM saved_view WHERE id = $1 AND user_id = $2 RETURNING id",
});

/** Deletes a member's view. @returns false when the member has no such view. */
export async function removeView(on: Queryable, userId: UserId, id: string): Promise<boolean> {
  return (await on.rows(remove, [id, userId])).length > 0;
}
