import { z } from "zod";

const toSnakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Adds to every object within a value each key in snake_case, with the same value. */
export function withSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withSnakeCase(item)] as const);
  return Object.fromEntries(
    entries.flatMap(([key, item]) => [...new Set([key, toSnakeCase(key)])].map((name) => [name, item])),
  );
}

/** The schema of {@link withSnakeCase}'s result for values of a response schema. It has no named component of its own. */
export function snakeCaseSchema(schema: z.ZodType): z.ZodType<unknown> {
  const { description } = schema;
  const own = convert(schema);
  return description === undefined ? own : own.meta({ description });
}

function convert(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return snakeCaseSchema(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodNullable) return snakeCaseSchema(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodArray) return z.array(snakeCaseSchema(schema.element as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return schema;
  const fields = Object.entries(schema.shape).flatMap(([key, field]) => {
    const item = snakeCaseSchema(field as z.ZodType);
    return [...new Set([key, toSnakeCase(key)])].map((name) => [name, item] as const);
  });
  return z.object(Object.fromEntries(fields));
}
