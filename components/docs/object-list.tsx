import { FieldList } from "#components/docs/field-list.tsx";
import type { ObjectDoc } from "#lib/api/schemas/reference.ts";

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
