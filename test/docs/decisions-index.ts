import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../docs/decisions/", import.meta.url);

export type DecisionRecord = { file: string; number: number; title: string; status: string; text: string };

/** The records of docs/decisions, by number. Titles and statuses are those of the files; missing ones are empty. */
export const decisionRecords: readonly DecisionRecord[] = readdirSync(folder)
  .filter((file) => file !== "README.md")
  .toSorted()
  .map((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const [, number, title] = /^# (\d+)\. (.+)\n/.exec(text) ?? [];
    const [, status] = /\n\n\*\*Status:\*\* ([\s\S]+?)\n\n/.exec(text) ?? [];
    return { file, text, number: Number(number), title: title ?? "", status: status?.replaceAll("\n", " ") ?? "" };
  });

/** Returns docs/decisions/README.md as the records say it. */
export function decisionsIndex(): string {
  const rows = decisionRecords.map(
    ({ file, number, title, status }) => `| ${number} | [${title.replaceAll("|", "\\|")}](${file}) | ${status} |`,
  );
  return `# Decisions

Each record has its context, the decision and its consequences, as far as they hold for the code today; the changelog and git have the
history. A record whose decision was replaced says by which one. Numbers are never reused, and those that are missing were never
records. A new record takes the next number and these sections: Status, Context, Decision, Consequences.

This page is written by \`npx vitest -u test/docs\`; a test fails when it is stale.

| number | decision | status |
|---|---|---|
${rows.join("\n")}
`;
}
