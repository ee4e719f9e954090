import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { takeOverFocus } from "../focus.ts";

export function NotFound() {
  return (
    <Stack gap="xs">
      <Title ref={takeOverFocus} order={1} tabIndex={-1}>
        Page not found
      </Title>
      <Text c="dimmed">The address may be wrong, or the page no longer exists.</Text>
      <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Open the overview</Anchor>
    </Stack>
  );
}
