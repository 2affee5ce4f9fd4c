import { expect, test } from "vitest";

// Layouts don't run again on client navigation, so each page and route must check the session itself.
const pages = import.meta.glob<string>("/app/**/dashboard/**/{page,route}.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const guards = [
  ...["requireMember", "currentMember", "handleProcedure"],
  ...["answerExport", "answerSettlements", "answerStatement", "answerExceptions"],
];

/** Returns the session guards that a file imports from lib/dashboard and calls. */
const guardsOf = (text: string) =>
  guards.filter((name) => {
    const isImported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "#lib/dashboard/`).test(text);
    return isImported && new RegExp(`\\b${name}\\(`).test(text);
  });

test("the glob finds pages", () => {
  expect(Object.keys(pages)).toContain("/app/(partner)/dashboard/page.tsx");
});

test.for(Object.entries(pages))("%s checks the session", ([, text]) => {
  expect(guardsOf(text)).not.toEqual([]);
});
