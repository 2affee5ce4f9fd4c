import { paths } from "#components/dashboard/paths.ts";
import type { Right } from "#lib/core/roles.ts";

/** A key, or two keys pressed in sequence, that act while no field has the focus. */
export type Shortcut = { keys: readonly string[]; does: string; right: Right; href?: string };

const read = { right: "read" } as const;

/** All shortcuts, in the order of their list. */
export const shortcuts: readonly Shortcut[] = [
  { ...read, keys: ["g", "o"], does: "Go to overview", href: "/dashboard" },
  { ...read, keys: ["g", "p"], does: "Go to payments", href: "/dashboard/payments" },
  { ...read, keys: ["g", "c"], does: "Go to customers", href: "/dashboard/customers" },
  { ...read, keys: ["g", "t"], does: "Go to settlements", href: "/dashboard/settlements" },
  { ...read, keys: ["g", "m"], does: "Go to merchants", href: paths.merchants },
  { ...read, keys: ["g", "d"], does: "Go to developers", href: paths.developers },
  { ...read, keys: ["g", "s"], does: "Go to settings", href: "/dashboard/settings" },
  { keys: ["n"], does: "Create payment", right: "payments:write", href: paths.newPayment },
  { ...read, keys: ["/"], does: "Search" },
  { ...read, keys: ["?"], does: "Show keyboard shortcuts" },
];

/** The time between the two keys of a sequence. */
export const sequenceTimeoutMs = 1_500;

const setting = "till-shortcuts";

/** True unless single keys are turned off in this browser: speech input can type them by accident (WCAG 2.1.4). */
export function areOn(): boolean {
  try {
    return localStorage.getItem(setting) !== "off";
  } catch {
    return true;
  }
}

/** Turns single keys on or off for this browser; Ctrl K keeps working. */
export function turn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(setting);
    else localStorage.setItem(setting, "off");
  } catch {
    // Without storage the shortcuts stay on.
  }
}
