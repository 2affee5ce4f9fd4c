// Reports banned wording in the given files and folders, or in every file that git tracks: `npm run language -- lib/chain`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { findLanguageProblems } from "./language/find-language-problems.ts";

process.chdir(resolve(import.meta.dirname, ".."));

const checked = /\.(ts|tsx|mjs|js|css|md|prisma|sol)$|^\.env\.example$/;
/** The lists themselves quote what they ban; migrations that have run can't change. */
const exempt = /^scripts\/language\/|^prisma\/migrations\//;

const arguments_ = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...process.argv.slice(2)];
const paths = execFileSync("git", arguments_, { encoding: "utf8" }).split("\0").filter(Boolean);
const problems = paths
  .filter((path) => checked.test(path) && !exempt.test(path))
  .flatMap((path) => findLanguageProblems(path, readFileSync(path, "utf8")).map((problem) => ({ path, ...problem })));

for (const { path, line, found, instead } of problems) process.stdout.write(`${path}:${line} ${found} → ${instead}\n`);
process.stdout.write(`${problems.length} problems of language in ${paths.length} files\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
