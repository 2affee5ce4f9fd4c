import type { z } from "zod";

/** A schema as draft 2020-12 writes it, and OpenAPI 3.1 with it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;
