import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useIsOperator } from "../../permissions.ts";
import { carriersPlace, useCarriersPlace } from "../carriers/place.ts";
import { useFleetsOf } from "../drivers/place.ts";

/** An operator who is a courier has two fleets' days to run: each page names the other one. */
export function OtherDispatch() {
  const { environment, isInstallation } = useCarriersPlace();
  const isOperator = useIsOperator();
  const others = useFleetsOf(carriersPlace(environment, !isInstallation), isOperator);
  if (!isOperator || !others || others.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {isInstallation
        ? "Here are the jobs of the installation's fleets. "
        : "Here are your account's shipments. "}
      {others.map(({ name }) => name).join(", ")}:{" "}
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link
            to={isInstallation ? "/$environment/dispatch" : "/$environment/operator/dispatch"}
            params={{ environment }}
            {...props}
          />
        )}
      >
        {isInstallation ? "your account's Dispatch" : "Operator → Dispatch"}
      </Anchor>
    </Text>
  );
}
