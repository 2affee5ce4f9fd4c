import { expect, test } from "vitest";
import { errorsMarkdown } from "#test/docs/errors-markdown.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv();

test("docs/errors.md matches the table of errors", async () => {
  await expect(errorsMarkdown()).toMatchFileSnapshot("../../docs/errors.md");
});
