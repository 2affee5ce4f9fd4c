// Compiles contracts/PaymentRouter.sol into contracts/payment-router.json: `node scripts/build-router.ts`.
import { writeFile } from "node:fs/promises";
import { compileRouter, renderRouterArtifact } from "#scripts/router/compile-router.ts";
import { routerArtifactFile, routerVersion } from "#scripts/router/router-artifact.ts";

const artifact = await compileRouter();
await writeFile(routerArtifactFile, renderRouterArtifact(artifact));
process.stdout.write(`Wrote contracts/payment-router.json, version ${routerVersion(artifact)}\n`);
