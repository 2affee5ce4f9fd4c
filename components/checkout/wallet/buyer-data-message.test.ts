import { expect, test } from "vitest";
import { readBuyerDataMessage } from "#components/checkout/wallet/buyer-data-message.ts";

test("reads the form's outcome", () => {
  expect(readBuyerDataMessage('{"type":"IC_COMPLETE","success":true}')).toEqual({ type: "IC_COMPLETE" });
  expect(readBuyerDataMessage('{"type":"IC_ERROR","error":"No."}')).toEqual({ type: "IC_ERROR", error: "No." });
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
])("ignores any other message: %o", (data) => {
  expect(readBuyerDataMessage(data)).toBeNull();
});

test("truncates an error to 300 characters", () => {
  const message = readBuyerDataMessage(JSON.stringify({ type: "IC_ERROR", error: "x".repeat(9_999) }));
  expect(message?.type === "IC_ERROR" && message.error.length).toBe(300);
});
