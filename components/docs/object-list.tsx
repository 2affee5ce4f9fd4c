import { FieldList } from "#components/docs/field-list.tsx";
import type { ObjectDoc } from "#lib/api/schemas/reference.ts";

/** The objects that several operations answer with. */
export function ObjectList({ objects }: { objects: readonly ObjectDoc[] }) {
  return (
    <section aria-labelledby="objects" className="pb-16">
      <div className="space-y-2 border-t-2 border-line-strong pt-8 pb-10">
        <h2 id="objects" className="scroll-mt-6 text-2xl font-semibold tracking-tight">
          Objects
        </h2>
        <p className="max-w-prose text-pretty text-ink-muted">What several operations answer with.</p>
      </div>
      <div className="grid gap-x-12 gap-y-12 xl:grid-cols-2">
        {objects.map(({ name, fields }) => (
          <section key={name} id={name} aria-labelledby={`${name}-title`} className="min-w-0 scroll-mt-6 space-y-3">
            <h3 id={`${name}-title`} className="text-lg font-semibold tracking-tight">
              {name}
            </h3>
            <FieldList fields={fields} side="answer" />
          </section>
        ))}
      </div>
    </section>
  );
}
