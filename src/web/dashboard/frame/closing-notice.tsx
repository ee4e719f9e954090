import { Anchor, Box } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Notice } from "../components/notice.tsx";
import { Time } from "../components/time.tsx";
import { useEnvironment } from "../environment.ts";

/** On every page while the account waits for its deletion. */
export function ClosingNotice({ dueAt }: { dueAt: string }): ReactNode {
  const environment = useEnvironment();
  return (
    <Box mb="lg">
      <Notice tone="bad" role="status">
        This account will be deleted <Time at={dueAt} />. Until then you can only read and download.{" "}
        <Anchor
          inherit
          c="inherit"
          renderRoot={(props) => (
            <Link to="/$environment/settings/account" params={{ environment }} {...props} />
          )}
        >
          View the deletion
        </Anchor>
      </Notice>
    </Box>
  );
}
