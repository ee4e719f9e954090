import { Radio, Stack } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { roleData, roleDescriptions } from "./role.ts";

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
