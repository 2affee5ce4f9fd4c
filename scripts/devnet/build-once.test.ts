import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { buildOnce } from "#scripts/devnet/build-once.ts";

const schema = z.object({ answer: z.number() });
let directory: string;
let file: string;
let builds: number;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "till-build-"));
  file = path.join(directory, "inner/answer.json");
  builds = 0;
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const build = async () => {
  builds += 1;
  return { answer: 42 };
};

test("builds once for concurrent and later callers, and leaves only the file", async () => {
  const together = await Promise.all([1, 2, 3].map(() => buildOnce(file, schema, build)));
  expect([...together, await buildOnce(file, schema, build)]).toEqual(Array(4).fill({ answer: 42 }));
  expect(builds).toBe(1);
  expect(await readdir(path.dirname(file))).toEqual(["answer.json"]);
});

test("a build that fails is reported, and the next caller tries again", async () => {
  const fail = () => Promise.reject(new Error("no compiler"));
  await expect(buildOnce(file, schema, fail)).rejects.toThrow("no compiler");
  expect(await buildOnce(file, schema, build)).toEqual({ answer: 42 });
});

test.each(["", "{", '{"answer":"42"}'])("a file with %j is built again", async (content) => {
  await buildOnce(file, schema, build);
  await writeFile(file, content);
  expect(await buildOnce(file, schema, build)).toEqual({ answer: 42 });
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ answer: 42 });
});

test("the lock of an exited process blocks no caller", async () => {
  await buildOnce(file, schema, build);
  await rm(file);
  // Larger than any pid that a system gives out.
  await writeFile(`${file}.lock`, "2147483646");
  expect(await buildOnce(file, schema, build)).toEqual({ answer: 42 });
  expect(builds).toBe(2);
});
