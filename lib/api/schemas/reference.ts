/** What the pages of the reference show; made from the OpenAPI document, so that both say the same. */
export type ReferenceDoc = { version: string; baseUrl: string; groups: GroupDoc[]; objects: ObjectDoc[] };

/** An object that several operations answer with, told once. */
export type ObjectDoc = { name: string; fields: FieldDoc[] };

export type GroupDoc = { id: string; name: string; description: string; operations: OperationDoc[] };

export type OperationDoc = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  permission: string;
  /** Header names, by every combination that is let in. */
  credentials: string[][];
  isDeprecated: boolean;
  headers: FieldDoc[];
  params: FieldDoc[];
  query: FieldDoc[];
  /** Null where no body is taken. */
  body: { isRequired: boolean; fields: FieldDoc[] } | null;
  response: { status: number; type: string; fields: FieldDoc[] };
  errors: { status: number; codes: string[] }[];
  examples: ExampleDoc[];
};

/** A field or parameter; `fields` are those of the object that it is, or each entry of its list, unless it is shared. */
export type FieldDoc = {
  name: string;
  type: string;
  /** The shared object that the type names. */
  object: string | null;
  isRequired: boolean;
  isDeprecated: boolean;
  description: string;
  rules: string[];
  values: string[];
  fields: FieldDoc[];
};

/** An exchange: the command that sends it, and what comes back. */
export type ExampleDoc = { name: string; curl: string; response: string };

export type ErrorDoc = {
  code: string;
  statuses: { status: number; meaning: string }[];
  message: string;
  cause: string;
  remedy: string;
};
