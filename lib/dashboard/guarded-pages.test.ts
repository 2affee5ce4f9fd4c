import { expect, test } from "vitest";

// A layout is not asked again when somebody moves on, so each page and each route asks for itself who is there.
const pages = import.meta.glob<string>("/app/**/dashboard/**/{page,route}.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const guards = ["requireMember", "currentMember", "handleProcedure", "answerExport"];

/** What a file imports from lib/dashboard to find out who is there, and calls. */
const guardsOf = (text: string) =>
  guards.filter((name) => {
    const isImported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "#lib/dashboard/`).test(text);
    return isImported && new RegExp(`\\b${name}\\(`).test(text);
  });

test("there are pages to look at", () => {
  expect(Object.keys(pages)).toContain("/app/(dashboard)/dashboard/page.tsx");
});

test.for(Object.entries(pages))("%s finds out who is there", ([, text]) => {
  expect(guardsOf(text)).not.toEqual([]);
});
