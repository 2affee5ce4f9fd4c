import type { z } from "zod";

/** How an older version answers an operation whose newest answer says more. */
export type OlderAnswer = {
  schema: z.ZodType;
  /** Turns the next newer version's answer into this one's. */
  rewrite(newer: unknown): unknown;
};

/** What is different in the answers of one version from those of the next newer one, by operation. */
export type OlderAnswers = Readonly<Record<string, OlderAnswer>>;

/** Declares one; exists for the inference of its types. */
export function olderAnswer<Newer, Older>(
  _newer: z.ZodType<Newer>,
  schema: z.ZodType<Older>,
  rewrite: (newer: Newer) => Older,
): OlderAnswer {
  return { schema, rewrite: rewrite as OlderAnswer["rewrite"] };
}
