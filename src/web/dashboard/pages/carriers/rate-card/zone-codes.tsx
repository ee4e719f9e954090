import { type MultiSelectProps, Pill } from "@mantine/core";
import { LongMultiSelect } from "../../../components/long-select.tsx";
import { manyOptions } from "./choice.tsx";

/** More pills would fill the page. The newest are shown: the key that takes out the last one takes out what is seen. */
const pillsMax = 12;

interface ZoneCodesProps extends Omit<MultiSelectProps, "data" | "value"> {
  /** Codes of the card's zones. */
  zones: readonly string[];
  value?: string[];
}

/** The codes of zones, of which a card may have a thousand. */
export function ZoneCodes({ zones, value = [], ...field }: ZoneCodesProps) {
  const places = new Map(value.map((code, place) => [code, place]));
  const hidden = Math.max(0, value.length - pillsMax);
  return (
    <LongMultiSelect
      required
      searchable
      data={zones}
      {...manyOptions(zones.length)}
      {...(hidden > 0 && {
        description: `${value.length} zones. Choose one again to take it out.`,
        renderPill: ({ value: code, onRemove, disabled = false }) => {
          const place = places.get(String(code)) ?? 0;
          if (place >= hidden) {
            return (
              <Pill withRemoveButton={!disabled} onRemove={() => onRemove?.()}>
                {String(code)}
              </Pill>
            );
          }
          return place === 0 ? <Pill>{hidden} more</Pill> : null;
        },
      })}
      {...field}
      value={value}
    />
  );
}
