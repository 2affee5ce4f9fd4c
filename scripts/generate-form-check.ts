import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { formCheckPath, renderFormCheck } from "#scripts/form-check/render-form-check.ts";

// Run after changing the form's schema: writes the validator that server and browser share. A test fails until then.
await mkdir(path.dirname(formCheckPath), { recursive: true });
await writeFile(formCheckPath, renderFormCheck());
