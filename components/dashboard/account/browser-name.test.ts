import { expect, test } from "vitest";
import { browserName } from "#components/dashboard/account/browser-name.ts";

const gecko = "AppleWebKit/537.36 (KHTML, like Gecko)";
const cases: [string | null, string][] = [
  [`Mozilla/5.0 (X11; Linux x86_64) ${gecko} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${gecko} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Linux; Android 16) ${gecko} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Mac"],
  ["curl/8.14 Linux", "A browser on Linux"],
  ["", "Unknown browser"],
  [null, "Unknown browser"],
];

test.for(cases)("%s is called %s", ([userAgent, name]) => {
  expect(browserName(userAgent)).toBe(name);
});
