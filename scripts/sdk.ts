// `npm run sdk -- generate` writes the SDK's types from the OpenAPI document; `npm run sdk -- build` compiles the package.
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { apiTypesPath, renderApiTypes } from "#scripts/sdk/render-api-types.ts";

const [command] = process.argv.slice(2);
if (command === "generate") await writeFile(apiTypesPath, await renderApiTypes());
else if (command === "build")
  process.exitCode = spawnSync("tsc", ["--project", "sdk/tsconfig.json"], { stdio: "inherit" }).status ?? 1;
else {
  process.stderr.write("Say what to do: npm run sdk -- generate, or npm run sdk -- build.\n");
  process.exitCode = 2;
}
