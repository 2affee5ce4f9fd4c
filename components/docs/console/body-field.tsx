import { controlClass, Field, SelectField } from "#components/ui/field.tsx";
import type { ConsoleDoc } from "#lib/api/schemas/reference.ts";

type BodyFieldProps = {
  bodies: NonNullable<ConsoleDoc["bodies"]>;
  value: string;
  onChange: (text: string) => void;
  onExample: (index: number) => void;
  problem: string | undefined;
};

/** The body, which begins as one of the examples. */
export function BodyField({ bodies, value, onChange, onExample, problem }: BodyFieldProps) {
  return (
    <>
      {bodies.length > 1 && (
        <SelectField label="Example" onChange={({ target }) => onExample(Number(target.value))}>
          {bodies.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <Field label="Body" error={problem}>
        {(control) => (
          <textarea
            {...control}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            rows={Math.min(16, value.split("\n").length + 1)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className={`${controlClass} font-mono text-[0.8125rem] leading-relaxed`}
          />
        )}
      </Field>
    </>
  );
}
