import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { formCheckPath, renderFormCheck } from "#scripts/form-check/render-form-check.ts";

// After a change of the form's schema: writes the validator that server and browser share. A test says when it is due.
await mkdir(path.dirname(formCheckPath), { recursive: true });
await writeFile(formCheckPath, renderFormCheck());
