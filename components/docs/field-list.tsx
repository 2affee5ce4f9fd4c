import type { FieldDoc, ObjectDoc } from "#lib/api/schemas/reference.ts";

type FieldListProps = {
  fields: readonly FieldDoc[];
  /** A request marks required fields, a response marks optional ones. */
  side: "request" | "answer";
  /** The page that describes the shared objects. */
  objectsHref: string;
};

type How = Omit<FieldListProps, "fields">;

/** Fields with their types, rules and descriptions. Nested fields are collapsed below them. */
export function FieldList({ fields, ...how }: FieldListProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map((field) => (
        <li key={field.name} className="py-3">
          <Field field={field} {...how} />
        </li>
      ))}
    </ul>
  );
}

function Field({ field, ...how }: { field: FieldDoc } & How) {
  const { name, description, rules, values, fields, isDeprecated } = field;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <code className={`font-mono text-sm font-semibold break-all ${isDeprecated ? "line-through" : ""}`}>
          {name}
        </code>
        <span className="text-sm text-ink-muted">
          <TypeWords field={field} objectsHref={how.objectsHref} />
        </span>
        <Presence field={field} side={how.side} />
      </p>
      <p className="mt-1 text-[0.9375rem] break-words text-pretty">{description}</p>
      {values.length > 0 && (
        <p className="mt-1 text-sm text-ink-muted">
          One of{" "}
          {values.map((value, index) => (
            <span key={value}>
              {index > 0 && ", "}
              <code className="font-mono text-ink">{value}</code>
            </span>
          ))}
        </p>
      )}
      {rules.length > 0 && <p className="mt-1 font-mono text-xs break-words text-ink-muted">{rules.join(" · ")}</p>}
      {fields.length > 0 && (
        <details className="mt-2" open={how.side === "request"}>
          <summary className="w-fit cursor-pointer rounded py-1 text-sm text-accent pointer-coarse:py-3 hover:text-accent-strong">
            {fields.length === 1 ? "1 field" : `${fields.length} fields`} of <code className="font-mono">{name}</code>
          </summary>
          <div className="mt-2 border-l-2 border-line pl-4">
            <FieldList fields={fields} {...how} />
          </div>
        </details>
      )}
    </>
  );
}

/** The type of a field; a shared object links to its description. */
function TypeWords({ field: { type, object }, objectsHref }: { field: FieldDoc } & Pick<How, "objectsHref">) {
  if (object === null) return <>{type}</>;
  const [before, after] = type.split(object);
  return (
    <>
      {before}
      <a href={`${objectsHref}#${object}`} className="text-accent underline hover:text-accent-strong">
        {object}
      </a>
      {after}
    </>
  );
}

function Presence({ field: { isRequired, isDeprecated }, side }: { field: FieldDoc } & Pick<How, "side">) {
  if (isDeprecated) return <span className="text-sm text-critical">deprecated</span>;
  if (side === "request") return isRequired ? <span className="text-sm text-accent">required</span> : null;
  return isRequired ? null : <span className="text-sm text-ink-muted">optional</span>;
}

/** The objects that several responses share. */
export function ObjectList({ objects }: { objects: readonly ObjectDoc[] }) {
  return (
    <div className="grid gap-x-12 gap-y-12 xl:grid-cols-2">
      {objects.map(({ name, fields }) => (
        <section key={name} id={name} aria-labelledby={`${name}-title`} className="min-w-0 scroll-mt-6 space-y-3">
          <h2 id={`${name}-title`} className="text-xl font-semibold tracking-tight">
            <a href={`#${name}`} className="hover:text-accent">
              {name}
            </a>
          </h2>
          <FieldList fields={fields} side="answer" objectsHref="" />
        </section>
      ))}
    </div>
  );
}
