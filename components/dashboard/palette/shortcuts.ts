import { paths } from "#components/dashboard/paths.ts";
import type { Right } from "#lib/core/roles.ts";

/** What keys do when nobody is typing. Two keys are pressed one after the other. */
export type Shortcut = { keys: readonly string[]; does: string; right: Right; href?: string };

const read = { right: "read" } as const;

/** Everything that can be reached by keys, in the order of the list of them. */
export const shortcuts: readonly Shortcut[] = [
  { ...read, keys: ["g", "o"], does: "Go to overview", href: "/dashboard" },
  { ...read, keys: ["g", "p"], does: "Go to payments", href: "/dashboard/payments" },
  { ...read, keys: ["g", "m"], does: "Go to merchants", href: paths.merchants },
  { ...read, keys: ["g", "d"], does: "Go to developers", href: paths.developers },
  { ...read, keys: ["g", "s"], does: "Go to settings", href: "/dashboard/settings" },
  { keys: ["n"], does: "Create payment", right: "payments:write", href: paths.newPayment },
  { ...read, keys: ["/"], does: "Search" },
  { ...read, keys: ["?"], does: "Show keyboard shortcuts" },
];

/** How long the first of two keys waits for the second. */
export const patienceMs = 1_500;

const setting = "till-shortcuts";

/** True unless somebody has turned single keys off in this browser: speech input types them by accident (WCAG 2.1.4). */
export function areOn(): boolean {
  try {
    return localStorage.getItem(setting) !== "off";
  } catch {
    return true;
  }
}

/** Turns single keys on or off for this browser; Ctrl K stays. */
export function turn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(setting);
    else localStorage.setItem(setting, "off");
  } catch {
    // A browser that keeps nothing keeps them on.
  }
}
