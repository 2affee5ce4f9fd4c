import type { z } from "zod";

/** An older version's response of an operation. */
export type OlderAnswer = {
  schema: z.ZodType;
  /** Converts the next newer version's response to this version. */
  rewrite(newer: unknown): unknown;
};

/** The responses of a version that differ from the next newer version, by operation. */
export type OlderAnswers = Readonly<Record<string, OlderAnswer>>;

/** Declares an older response with inferred types. */
export function olderAnswer<Newer, Older>(
  _newer: z.ZodType<Newer>,
  schema: z.ZodType<Older>,
  rewrite: (newer: Newer) => Older,
): OlderAnswer {
  return { schema, rewrite: rewrite as OlderAnswer["rewrite"] };
}
