import { runPartner, usage } from "#scripts/partner/run-partner.ts";
import { runCommand } from "#scripts/process/run-command.ts";

// Manages partners from the command line, for operators and before the first sign-in: `npm run partner`.
await runCommand(usage, () => runPartner(process.argv.slice(2)).then(() => 0));
