import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Environment } from "../../environment.ts";

/** Where nobody is asked for offers: why there are none, and what one can do. */
export function NoCarriers({ environment }: { environment: Environment }) {
  return (
    <Text size="sm">
      No carrier is set up for {environment} on this installation, so shipments have no offers. Only who runs
      it can change that. Until then, everything can be tried{" "}
      <Anchor
        inherit
        renderRoot={(props) => <Link to="/$environment" params={{ environment: "sandbox" }} {...props} />}
      >
        in the sandbox
      </Anchor>
      .
    </Text>
  );
}
