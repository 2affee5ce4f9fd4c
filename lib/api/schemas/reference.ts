/** The content of the reference pages, built from the OpenAPI document so that the two never disagree. */
export type ReferenceDoc = { version: string; baseUrl: string; groups: GroupDoc[]; objects: ObjectDoc[] };

/** An object that several responses share. */
export type ObjectDoc = { name: string; fields: FieldDoc[] };

export type GroupDoc = { id: string; name: string; description: string; operations: OperationDoc[] };

export type OperationDoc = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  permission: string;
  /** The combinations of credential headers that are accepted. */
  credentials: string[][];
  isDeprecated: boolean;
  headers: FieldDoc[];
  params: FieldDoc[];
  query: FieldDoc[];
  /** Null for an operation without a body. */
  body: { isRequired: boolean; fields: FieldDoc[] } | null;
  response: { status: number; type: string; fields: FieldDoc[] };
  errors: { status: number; codes: string[] }[];
  examples: ExampleDoc[];
};

/** A field or parameter. `fields` describe its object, or the objects in its list, unless that object is shared. */
export type FieldDoc = {
  name: string;
  type: string;
  /** The name of the shared object in the type. */
  object: string | null;
  isRequired: boolean;
  isDeprecated: boolean;
  description: string;
  rules: string[];
  values: string[];
  fields: FieldDoc[];
};

/** A program that sends an example's request, in one language. */
export type SampleDoc = { language: "curl" | "node" | "python" | "php" | "go"; code: string };

export type ExampleDoc = {
  name: string;
  request: {
    /** The path and query. */
    target: string;
    /** Values that begin with `$` stand for secrets and ids of the reader. */
    headers: Readonly<Record<string, string>>;
    /** As JSON; null for a request without a body. */
    body: string | null;
  };
  samples: SampleDoc[];
  response: string;
};

export type ErrorDoc = {
  code: string;
  statuses: { status: number; meaning: string }[];
  message: string;
  cause: string;
  remedy: string;
};

/** The parts of an operation's description that the console needs to send its request. */
export type ConsoleDoc = {
  id: string;
  method: string;
  path: string;
  version: string;
  /** Headers that say who sends the request. */
  credentials: { name: string; isSecret: boolean; isOptional: boolean }[];
  /** The other parameters, with the values of the first example. */
  fields: ConsoleField[];
  /** Bodies of the examples, as JSON; null for a request without a body. */
  bodies: { name: string; text: string }[] | null;
  /** True when the request deletes something or moves money, so that the console asks before it sends it. */
  asksFirst: boolean;
};

export type ConsoleField = {
  place: "path" | "query" | "header";
  name: string;
  description: string;
  isRequired: boolean;
  value: string;
};
