import { headers } from "next/headers";
import { modeHeader } from "#lib/core/test-pages.ts";

/** True for a request for a page of test mode, or for a call or export of one. */
export async function isTestRequest(): Promise<boolean> {
  return (await headers()).get(modeHeader) === "test";
}
