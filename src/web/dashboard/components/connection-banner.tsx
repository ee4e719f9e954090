import { Box, Group, Loader } from "@mantine/core";
import { useConnection } from "../connection.ts";
import { Notice } from "./notice.tsx";

/** Shown while the server is not responding; it stays in view while scrolling. */
export function ConnectionBanner() {
  if (useConnection()) return null;
  return (
    <Box className="connection-banner">
      <Notice tone="bad" role="alert">
        <Group gap="sm" wrap="nowrap">
          <Loader size="xs" color="currentColor" />
          The server is not responding. Reconnecting…
        </Group>
      </Notice>
    </Box>
  );
}
