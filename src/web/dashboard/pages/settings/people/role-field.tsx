import { Radio, Stack } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { roles } from "@/access/roles.ts";
import { roleDescriptions } from "@/web/browser/session.ts";
import { humanize } from "../../../format.ts";

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
