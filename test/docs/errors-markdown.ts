import { errorDocs } from "#lib/api/openapi/build-reference.ts";

const head = `# Errors

The body of every error is JSON, \`{ code, message, issues? }\`: \`code\` is for programs and one of the closed list below,
\`message\` is for people, and \`issues\` lists the fields that are wrong, at most twenty. Every installation serves the same list at
\`/docs/errors\`. Generated from \`lib/core/errors.ts\` and \`lib/edge/error-table.ts\` by \`npx vitest -u test/docs\`; a
test fails when this page is stale.
`;

/** The page of errors as Markdown. */
export function errorsMarkdown(): string {
  const sections = errorDocs().map(({ code, statuses, cause, remedy }) => {
    const meanings = statuses.map(({ status, meaning }) => `- **${status}** ${meaning}`);
    return [`## ${code}`, meanings.join("\n"), `Cause: ${cause}`, `What to do: ${remedy}`].join("\n\n");
  });
  return `${[head.trimEnd(), ...sections].join("\n\n")}\n`;
}
