import { controlClass, Field } from "#components/collect/field.tsx";
import { useSay } from "#components/collect/form-language.tsx";
import type { Prefill } from "#components/collect/read-prefill.ts";
import { ChevronIcon } from "#components/ui/icons.tsx";

/** Either is enough (SPEC, "Data-collection descriptor"). */
export type Place = "por" | "pob";
export type Country = readonly [code: string, name: string];

const words = {
  por: { address: "address", hint: "addressHint", autoCountry: "country", autoAddress: "street-address" },
  pob: { address: "town", hint: undefined, autoCountry: "off", autoAddress: "off" },
} as const;

type PlaceFieldsProps = {
  place: Place;
  isShown: boolean;
  countries: readonly Country[];
  prefill: Prefill;
  errors: Readonly<Partial<Record<string, string>>>;
};

/** Country and place in words, of residence or of birth. What is not shown keeps what was typed, and is not sent. */
export function PlaceFields({ place, isShown, countries, prefill, errors }: PlaceFieldsProps) {
  const say = useSay();
  const { address, hint, autoCountry, autoAddress } = words[place];
  const [countryId, addressId] = [`${place}Country`, `${place}Address`] as const;
  return (
    <div hidden={!isShown} className="grid gap-5 sm:grid-cols-[2fr_3fr] [&[hidden]]:hidden">
      <Field id={countryId} label={say("country")} error={errors[countryId]}>
        {(control) => (
          <div className="relative">
            <select
              {...control}
              required
              autoComplete={autoCountry}
              defaultValue={prefill[countryId] ?? ""}
              className={`${controlClass} appearance-none truncate pe-10`}
            >
              <option value="">{say("choose")}</option>
              {countries.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
            <ChevronIcon className="pointer-events-none absolute end-3 top-3.5 size-5 text-ink-muted" />
          </div>
        )}
      </Field>
      <Field
        id={addressId}
        label={say(address)}
        error={errors[addressId]}
        {...(hint === undefined ? {} : { hint: say(hint) })}
      >
        {(control) => (
          <input
            {...control}
            required
            type="text"
            autoComplete={autoAddress}
            defaultValue={prefill[addressId]}
            className={controlClass}
          />
        )}
      </Field>
    </div>
  );
}
