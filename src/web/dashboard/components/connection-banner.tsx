import { Box, Group, Loader } from "@mantine/core";
import { useConnection } from "../connection.ts";
import { Notice } from "./notice.tsx";

/** There as long as the server does not answer, however far one has scrolled. */
export function ConnectionBanner() {
  if (useConnection()) return null;
  return (
    <Box className="connection-banner">
      <Notice tone="bad" role="alert">
        <Group gap="sm" wrap="nowrap">
          <Loader size="xs" color="currentColor" />
          The server does not answer. Trying to reach it again…
        </Group>
      </Notice>
    </Box>
  );
}
