import { Button, Checkbox, SimpleGrid } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { weekdays } from "@/delivery/carriers/kinds/fleet/words.ts";
import type { HoursValues } from "./hours.ts";
import { OpeningFields } from "./opening-fields.tsx";
import { dayNames } from "./values.ts";

interface HoursFieldsProps {
  values: HoursValues;
  /** Of the hours in the form, by which the API's errors find them. */
  path: string;
  /** Of `isAlwaysOpen`, `hours` and its days. */
  field: (name: string, type?: "checkbox") => GetInputPropsReturnType;
}

/** When a service is open: for each day from and until, as often as it opens. */
export function HoursFields({ values: { isAlwaysOpen, hours }, path, field }: HoursFieldsProps) {
  const { error } = field("hours");
  return (
    <>
      <Checkbox label="Always open" {...field("isAlwaysOpen", "checkbox")} data-path={path} error={error} />
      {!isAlwaysOpen && (
        <>
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            onClick={() => {
              for (const day of weekdays) field(`hours.${day}`).onChange(hours.mon);
            }}
          >
            Same on all days as on Monday
          </Button>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {weekdays.map((day) => (
              <OpeningFields key={day} label={dayNames[day]} {...field(`hours.${day}`)} />
            ))}
          </SimpleGrid>
        </>
      )}
    </>
  );
}
