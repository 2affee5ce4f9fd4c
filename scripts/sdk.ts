// `npm run sdk -- generate` writes the SDK's types from the OpenAPI document; `npm run sdk -- pack` compiles and packs the package.
import { writeFile } from "node:fs/promises";
import { packSdk, sdkTarball } from "#scripts/sdk/pack-sdk.ts";
import { apiTypesPath, renderApiTypes } from "#scripts/sdk/render-api-types.ts";

const [command] = process.argv.slice(2);
if (command === "generate") await writeFile(apiTypesPath, await renderApiTypes());
else if (command === "pack") {
  await packSdk(sdkTarball);
  process.stdout.write(`Packed the SDK into ${sdkTarball}.\n`);
} else {
  process.stderr.write("Say what to do: npm run sdk -- generate, or npm run sdk -- pack.\n");
  process.exitCode = 2;
}
