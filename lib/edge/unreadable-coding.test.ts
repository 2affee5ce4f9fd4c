import { expect, test } from "vitest";
import { findUnreadableCoding } from "#lib/edge/unreadable-coding.ts";

const find = (headers: Record<string, string>) => findUnreadableCoding((name) => headers[name]);

test.for([
  {},
  { "content-encoding": "identity", "content-type": "application/json" },
  { "content-encoding": "", "content-type": "application/json;charset=UTF-8" },
  { "content-type": 'application/json; charset="utf-8"' },
  { "content-type": "application/json; charset=utf8; profile=x" },
  { "content-type": "application/json; charset=US-ASCII" },
])("a body with %j can be read", (headers) => {
  expect(find(headers)).toBeNull();
});

test.for([
  [{ "content-encoding": "gzip" }, "Content-Encoding is gzip"],
  [{ "content-encoding": "identity, br" }, "Content-Encoding is identity, br"],
  [{ "content-type": "application/json; charset=utf-16" }, "Content-Type has the charset utf-16"],
  [{ "content-type": 'application/json;charset="ISO-8859-1"' }, "Content-Type has the charset ISO-8859-1"],
  [{ "content-type": "application/json; charset=utf-8; charset=utf-7" }, "Content-Type has the charset utf-7"],
  [{ "content-type": "application/json; charset=" }, "Content-Type has the charset "],
] as const)("a body with %j can't be read, and the header is named", ([headers, message]) => {
  expect(find(headers)).toContain(message);
});
