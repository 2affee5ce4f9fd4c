import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type ColumnChoice = QueryOutput<"payments.columns">;

const key = "till.payment-columns";

/** Keeps a member's choice in this tab until the server has it, so that a reload in the meantime doesn't lose it. */
export function keepUnsent(choice: ColumnChoice): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(choice));
  } catch {
    // The browser blocks storage: the choice is only sent.
  }
}

/** Returns the choice that the server may not have, if it is this member's. */
export function findUnsent(memberId: ColumnChoice["memberId"]): ColumnChoice | null {
  try {
    const choice: ColumnChoice | null = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return choice?.memberId === memberId ? choice : null;
  } catch {
    return null;
  }
}

/** Drops a choice that the server has answered, unless a newer one has replaced it. */
export function dropUnsent(choice: ColumnChoice): void {
  if (JSON.stringify(findUnsent(choice.memberId)) === JSON.stringify(choice)) sessionStorage.removeItem(key);
}
