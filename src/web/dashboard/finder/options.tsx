import { Group, Text } from "@mantine/core";
import { useEffect } from "react";
import type { Environment } from "../../../infra/environment.ts";
import { environmentLooks } from "../theme.ts";
import { Keys } from "./help.tsx";
import type { Place } from "./objects.ts";
import type { Group as Places } from "./search.ts";

interface OptionsProps {
  id: string;
  groups: readonly Places[];
  chosen: Place | undefined;
  /** The current one: what is in the other one says so. */
  environment: Environment;
  onChoose: (place: Place) => void;
}

/** The listbox of the finder. The keyboard stays in its field. */
export function Options({ id, groups, chosen, environment, onChoose }: OptionsProps) {
  const places = groups.flatMap((group) => group.places);
  const chosenAt = chosen ? places.indexOf(chosen) : -1;
  useEffect(() => {
    document.getElementById(`${id}-${chosenAt}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosenAt]);
  return (
    <div id={id} className="finder-list" role="listbox" aria-label="Results">
      {groups.map(({ title, places: own }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div key={title} role="group" aria-label={title}>
          <Text size="xs" c="dimmed" fw={600} px="sm" pt="sm" pb={4} aria-hidden="true">
            {title}
          </Text>
          {own.map((place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keys
            <div
              key={place.id}
              id={`${id}-${places.indexOf(place)}`}
              role="option"
              aria-selected={place === chosen}
              className="finder-option"
              onClick={() => onChoose(place)}
            >
              <Text span size="sm" truncate>
                {place.label}
              </Text>
              <Group component="span" gap="xs" wrap="nowrap">
                {place.note && (
                  <Text span size="xs" c="dimmed" truncate>
                    {place.note}
                  </Text>
                )}
                {place.environment && place.environment !== environment && (
                  <span className="badge" data-tone="quiet">
                    {environmentLooks[place.environment].word}
                  </span>
                )}
                {place.keys && <Keys keys={place.keys} />}
              </Group>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
