import { BaseError } from "viem";
import { isTillError } from "#lib/core/errors.ts";
import { codesOf, isDatabaseDown } from "#lib/db/database-down.ts";

/** SQLSTATEs of a table or column that doesn't exist. */
const outdatedSchema = /^(42P01|42703)$/;

/** Describes anything thrown in sentences, for the operator: without a stack trace. */
export function describeError(error: unknown): string {
  if (isTillError(error)) {
    const others = (error.issues ?? []).slice(1);
    return [error.message, ...others.map(({ field, message }) => `${field} ${message}`)].join("\n");
  }
  if (isDatabaseDown(error)) {
    return `The database doesn't answer: ${reasonOf(error)}. Check DATABASE_URL, and that Postgres runs and takes connections.`;
  }
  if (codesOf(error).some((code) => outdatedSchema.test(code))) {
    return `The database lacks tables or columns of this release: ${reasonOf(error)}. Run npm run migrate -- deploy.`;
  }
  return reasonOf(error);
}

/**
 * The message of an error; of the first that was collected or caused it, where it has none of its own, as a
 * refused connection.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const within = error instanceof AggregateError ? error.errors[0] : error.cause;
  if (within instanceof Error && (error.message === "" || error.message === "fetch failed")) return reasonOf(within);
  // viem's messages name the node's URL, which holds its provider's key.
  if (error instanceof BaseError) return withDetails(error);
  // Prisma's messages begin with lines about the call.
  if (error.name.startsWith("PrismaClient")) return error.message.trim().split("\n").at(-1) ?? "";
  return error.message === "" ? error.name : error.message;
}

function withDetails({ shortMessage, details }: BaseError): string {
  const isMore = details !== "" && details !== undefined && !shortMessage.includes(details);
  return isMore ? `${shortMessage.replace(/\.$/, "")}: ${details}` : shortMessage;
}
