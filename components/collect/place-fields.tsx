import { controlClass, Field } from "#components/collect/field.tsx";
import { useFormTranslation } from "#components/collect/form-translation.tsx";
import type { Prefill } from "#components/collect/read-prefill.ts";
import { ChevronIcon } from "#components/ui/icons.tsx";

/** The place of residence or of birth; either one is enough. */
export type Place = "por" | "pob";
export type Country = readonly [code: string, name: string];

const choices = [
  ["por", "live"],
  ["pob", "born"],
] as const;

const selected = "bg-surface text-ink shadow-sm ring-1 ring-line-strong";
const unselected = "text-ink-muted hover:text-ink";

/** Selects which of the two places the buyer enters. */
export function PlaceChoice({ place, onChoose }: { place: Place; onChoose: (place: Place) => void }) {
  const t = useFormTranslation();
  return (
    <div className="grid grid-cols-2 gap-1 rounded-xl border border-line bg-sunken p-1">
      {choices.map(([value, label]) => (
        <label
          key={value}
          className={`relative grid min-h-11 cursor-pointer place-items-center rounded-lg px-2 py-1.5 text-center leading-tight font-medium ${place === value ? selected : unselected}`}
        >
          <input
            type="radio"
            name="place"
            value={value}
            checked={place === value}
            onChange={() => onChoose(value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-lg"
          />
          {t(label)}
        </label>
      ))}
    </div>
  );
}

const fields = {
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

/** Country and address, or country and city of birth. A hidden place keeps its typed values but isn't submitted. */
export function PlaceFields({ place, isShown, countries, prefill, errors }: PlaceFieldsProps) {
  const t = useFormTranslation();
  const { address, hint, autoCountry, autoAddress } = fields[place];
  const countryId = `${place}Country` as const;
  const addressId = `${place}Address` as const;
  return (
    <div hidden={!isShown} className="grid gap-5 sm:grid-cols-[2fr_3fr] [&[hidden]]:hidden">
      <Field id={countryId} label={t("country")} error={errors[countryId]}>
        {(control) => (
          <div className="relative">
            <select
              {...control}
              required
              autoComplete={autoCountry}
              defaultValue={prefill[countryId] ?? ""}
              className={`${controlClass} appearance-none truncate pe-10`}
            >
              <option value="">{t("choose")}</option>
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
        label={t(address)}
        error={errors[addressId]}
        {...(hint === undefined ? {} : { hint: t(hint) })}
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
