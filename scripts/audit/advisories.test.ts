import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { advisoriesIn, findAffected, installedBy, parseSnapshot } from "#scripts/audit/advisories.ts";

const advisory = {
  name: "left",
  range: ">=1.0.0 <1.2.3",
  severity: "high",
  title: "Reads files",
  url: "https://github.com/advisories/GHSA-1",
} as const;

test("the advisories of npm's report are read once each, without packages that are affected through others", () => {
  const printed = {
    vulnerabilities: {
      left: { via: [{ ...advisory, source: 1, cwe: [] }] },
      right: { via: ["left", { ...advisory, source: 1 }] },
    },
  };
  expect(advisoriesIn(JSON.stringify(printed))).toEqual([advisory]);
});

test.each(['{"message":"405 Method Not Allowed","error":{}}', "", "<html>"])(
  "an error of the registry is no report: %s",
  (text) => {
    expect(advisoriesIn(text)).toBeNull();
  },
);

test("installed versions in an advisory's range are found, at any depth and under an alias", () => {
  const lock = {
    packages: {
      "": { version: "0.1.0" },
      "node_modules/left": { version: "1.2.3" },
      "node_modules/a/node_modules/left": { version: "1.2.2", dev: true },
      "node_modules/other": { name: "left", version: "1.0.0-rc.1", deprecated: "Use right." },
      "node_modules/@scope/left": { version: "1.1.0" },
    },
  };
  const found = findAffected([advisory], installedBy(JSON.stringify(lock)));
  expect(found.map(({ installed }) => installed)).toEqual([
    { name: "left", version: "1.2.2", isDev: true, deprecated: null },
  ]);
  const older = findAffected([{ ...advisory, range: "<1.2.3" }], installedBy(JSON.stringify(lock)));
  expect(older.map(({ installed }) => installed.version)).toEqual(["1.2.2", "1.0.0-rc.1"]);
});

test("the snapshot and the lockfile of this repository can be read", async () => {
  const { takenAt, advisories } = parseSnapshot(await readFile("scripts/audit/advisories.json", "utf8"));
  expect(takenAt === null ? advisories : []).toEqual([]);
  expect(installedBy(await readFile("package-lock.json", "utf8")).length).toBeGreaterThan(300);
});
