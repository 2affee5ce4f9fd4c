import type { z } from "zod";

/** A schema in JSON Schema draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;
