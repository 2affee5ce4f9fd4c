import { buildApp } from "#scripts/stack/build-app.ts";

// The production build: `npm run build`.
const wasBuilt = await buildApp();
process.stdout.write(wasBuilt ? "The app is built.\n" : "The app was built from these sources before.\n");
