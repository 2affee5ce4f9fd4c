// `npm run sdk -- generate` writes the SDK's types from the OpenAPI document; `npm run sdk -- pack` compiles
// and packs it.
import { apiTypesFile, packSdk, sdkTarball } from "#scripts/sdk/pack-sdk.ts";
import { writeApiTypes } from "#scripts/sdk/render-api-types.ts";

const [command] = process.argv.slice(2);
if (command === "generate") await writeApiTypes(apiTypesFile);
else if (command === "pack") {
  await packSdk(sdkTarball);
  process.stdout.write(`Packed the SDK into ${sdkTarball}.\n`);
} else {
  process.stderr.write("Say what to do: npm run sdk -- generate, or npm run sdk -- pack.\n");
  process.exitCode = 2;
}
