import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Environment } from "../../../infra/environment.ts";
import { useMay } from "../permissions.ts";
import { useRead } from "../queries.ts";
import { Notice } from "./notice.tsx";

/** Undefined until the account has been read. */
export function useHasCarriers(environment: Environment): boolean | undefined {
  const { data: account } = useRead("/platform/account", { environment });
  return account && account.carriers.length > 0;
}

/** Why an environment has no quotes, and what to do. */
export function NoCarriers({ environment }: { environment: Environment }) {
  const may = useMay("carriers:write");
  return (
    <Text size="sm">
      No carrier delivers in {environment} yet, so shipments get no quotes.{" "}
      {may && (
        <>
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link to="/$environment/carriers/new" params={{ environment }} {...props} />
            )}
          >
            Add a carrier
          </Anchor>
          , or try
        </>
      )}
      {!may && "Try"} everything{" "}
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

/** A notice that there are no carriers; nothing where there are carriers. */
export function NoCarriersNotice({ environment }: { environment: Environment }) {
  if (useHasCarriers(environment) !== false) return null;
  return (
    <Notice tone="warn">
      <NoCarriers environment={environment} />
    </Notice>
  );
}
