import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { newId, type SavedViewId, type UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { lockUser } from "#lib/domain/partners/users/lock-user.ts";
import {
  insertView,
  listViews,
  type NewView,
  removeView,
  type SavedView,
  updateView,
} from "#lib/domain/partners/users/saved-views/repository.ts";

/** Views that a member can keep, so that their menu stays one that can be read. */
const viewLimit = 30;

/** Lists a member's views in the order in which they were saved. */
export function listMemberViews(userId: UserId): Promise<SavedView[]> {
  return listViews(database, userId);
}

/**
 * Saves filters of the payments list under a name.
 * @throws TillError `params_validation` when the member has a view of that name; `invalid_state` at the limit.
 */
export async function saveView(userId: UserId, view: NewView): Promise<SavedViewId> {
  const now = clock.now();
  const id = newId("view", now);
  await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await listViews(tx, userId)).length >= viewLimit) {
      const message = `You have ${viewLimit} saved views, which is the limit. Delete one to save another.`;
      throw new TillError("invalid_state", { message });
    }
    if (!(await insertView(tx, userId, id, view, now))) throw nameTaken();
  });
  return id;
}

/**
 * Replaces the name and the filters of a member's view.
 * @throws TillError `not_found`; `params_validation` when another of the member's views has the name.
 */
export async function changeView(userId: UserId, id: string, view: NewView): Promise<void> {
  await inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const views = await listViews(tx, userId);
    if (views.some((other) => other.id !== id && other.name === view.name)) throw nameTaken();
    if (!(await updateView(tx, userId, id, view))) throw noView();
  });
}

/** Deletes a member's view. @throws TillError `not_found`. */
export async function deleteView(userId: UserId, id: string): Promise<void> {
  if (!(await removeView(database, userId, id))) throw noView();
}

function noView(): TillError {
  return new TillError("not_found", { message: "This view was deleted. Reload the page." });
}

function nameTaken(): TillError {
  return invalidField("name", "is already the name of one of your views");
}
