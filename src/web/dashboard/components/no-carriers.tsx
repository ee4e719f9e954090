import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { AccountView } from "../../../access/usage/schema.ts";
import type { Environment } from "../../../infra/environment.ts";
import { useRead } from "../queries.ts";
import { Notice } from "./notice.tsx";

/** Undefined until the account has been read. */
export function useHasCarriers(environment: Environment): boolean | undefined {
  const { data: account } = useRead<AccountView>("/platform/account", { environment });
  return account && account.carriers.length > 0;
}

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

/** The same as a notice on a page that shipments are created from; nothing where there are carriers. */
export function NoCarriersNotice({ environment }: { environment: Environment }) {
  if (useHasCarriers(environment) !== false) return null;
  return (
    <Notice tone="warn">
      <NoCarriers environment={environment} />
    </Notice>
  );
}
