import { buildApp } from "#scripts/stack/build-app.ts";

// Builds the app for production: `npm run build`.
const wasBuilt = await buildApp();
process.stdout.write(wasBuilt ? "Built the app.\n" : "The app is already built from these sources.\n");
