import { docsHref } from "#components/docs/contents.tsx";
import { OperationSection } from "#components/docs/operation-section.tsx";
import type { OperationDoc } from "#lib/api/schemas/reference.ts";

/** The operations of a group, in a version. */
export function OperationList({ operations, version }: { operations: readonly OperationDoc[]; version: string }) {
  return operations.map((operation) => (
    <OperationSection
      key={operation.id}
      operation={operation}
      version={version}
      objectsHref={docsHref("objects", version)}
    />
  ));
}
