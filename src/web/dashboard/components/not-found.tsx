import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { takeOverFocus } from "../focus.ts";

export function NotFound() {
  return (
    <Stack gap="xs">
      <Title ref={takeOverFocus} order={1} tabIndex={-1}>
        There is no such page
      </Title>
      <Text c="dimmed">The address may be mistyped, or what it led to is gone.</Text>
      <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Go to the start</Anchor>
    </Stack>
  );
}
