import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEnvironment } from "../../environment.ts";

/** An account's name, as the link to its page. */
export function AccountLink({ id, name }: { id: string; name: string }) {
  const environment = useEnvironment();
  return (
    <Anchor
      fw={600}
      size="sm"
      className="wrapping"
      renderRoot={(props) => (
        <Link
          to="/$environment/operator/accounts/$accountId"
          params={{ environment, accountId: id }}
          {...props}
        />
      )}
    >
      {name}
    </Anchor>
  );
}
