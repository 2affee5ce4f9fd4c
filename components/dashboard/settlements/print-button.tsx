"use client";

import { ActionButton } from "#components/ui/action-button.tsx";

/** Prints the page, or saves it as a PDF. */
export function PrintButton() {
  return <ActionButton onClick={() => print()}>Print</ActionButton>;
}
