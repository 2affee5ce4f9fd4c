import { expect, test } from "vitest";
import { readFormMessage } from "#components/checkout/wallet/form-message.ts";

test("reads what the form says", () => {
  expect(readFormMessage('{"type":"IC_COMPLETE","success":true}')).toEqual({ type: "IC_COMPLETE" });
  expect(readFormMessage('{"type":"IC_ERROR","error":"No."}')).toEqual({ type: "IC_ERROR", error: "No." });
});

test.each([
  "",
  "IC_COMPLETE",
  "null",
  "[]",
  '{"type":"IC_COMPLETE"}',
  '{"type":"IC_COMPLETE","success":"true"}',
  '{"type":"IC_ERROR"}',
  '{"type":"IC_ERROR","error":{}}',
  '{"type":"constructor"}',
  { type: "IC_COMPLETE", success: true },
  null,
])("takes nothing else for it: %o", (data) => {
  expect(readFormMessage(data)).toBeNull();
});

test("keeps an error to what fits on the page", () => {
  const message = readFormMessage(JSON.stringify({ type: "IC_ERROR", error: "x".repeat(9_999) }));
  expect(message?.type === "IC_ERROR" && message.error.length).toBe(300);
});
