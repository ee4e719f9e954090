import { Radio, Stack } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import type { Role } from "@/access/roles.ts";
import { roles } from "@/access/roles.ts";
import { humanize } from "../../../format.ts";

/** What each role may do, in the words of a person who chooses one. */
export const roleDescriptions = {
  owner: "Can do everything, including people and the account itself.",
  developer: "Can do everything except change people and the account itself.",
  dispatcher: "Works with shipments, drivers and dispatch. Sees no webhooks, API keys or audit log.",
  viewer: "Sees what happens and changes nothing. Sees no API keys, audit log or PINs, and exports nothing.",
} as const satisfies Record<Role, string>;

const roleData = roles.map((value) => ({ value, label: humanize(value) }));

/** The roles, each with what it may do. */
export function RoleField(input: GetInputPropsReturnType) {
  return (
    <Radio.Group label="Role" {...input}>
      <Stack gap="xs" mt="xs">
        {roleData.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} description={roleDescriptions[value]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
