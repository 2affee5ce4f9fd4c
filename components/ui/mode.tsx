"use client";

import { createContext, type ReactNode, useContext } from "react";
import { pathIn } from "#lib/core/test-pages.ts";

const TestMode = createContext(false);

/** Says to the links below whether their page is one of test mode. */
export function ModeProvider({ isTest, children }: { isTest: boolean; children: ReactNode }) {
  return <TestMode value={isTest}>{children}</TestMode>;
}

/** True on a page of test mode. */
export function useIsTest(): boolean {
  return useContext(TestMode);
}

/** Returns a function that leads an address of the dashboard to the mode of the page. */
export function useModePath(): (address: string) => string {
  const isTest = useIsTest();
  return (address) => pathIn(isTest, address);
}
