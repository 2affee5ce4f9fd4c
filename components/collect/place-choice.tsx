import { useSay } from "#components/collect/form-language.tsx";
import type { Place } from "#components/collect/place-fields.tsx";

const choices = [
  ["por", "live"],
  ["pob", "born"],
] as const;

const chosen = "bg-surface text-ink shadow-sm ring-1 ring-line-strong";
const other = "text-ink-muted hover:text-ink";

/** Which of the two places is told. */
export function PlaceChoice({ place, onChoose }: { place: Place; onChoose: (place: Place) => void }) {
  const say = useSay();
  return (
    <div className="grid grid-cols-2 gap-1 rounded-xl border border-line bg-sunken p-1">
      {choices.map(([value, label]) => (
        <label
          key={value}
          className={`relative grid min-h-11 cursor-pointer place-items-center rounded-lg px-2 py-1.5 text-center leading-tight font-medium ${place === value ? chosen : other}`}
        >
          <input
            type="radio"
            name="place"
            value={value}
            checked={place === value}
            onChange={() => onChoose(value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-lg"
          />
          {say(label)}
        </label>
      ))}
    </div>
  );
}
