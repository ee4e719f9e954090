import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useIsOperator } from "../../permissions.ts";
import { sideOf, useSide } from "../../side.ts";
import { useFleetsOf } from "../drivers/fleets.ts";

const texts = {
  "/platform": { here: "Here are your account's shipments. ", other: "Operator → Dispatch" },
  "/operator": {
    here: "Here are the jobs of the installation's fleets. ",
    other: "your account's Dispatch",
  },
} as const;

/** An operator who is a courier has two fleets' days to run: each page names the other one. */
export function OtherDispatch() {
  const { base, environment, isInstallation } = useSide();
  const isOperator = useIsOperator();
  const otherSide = sideOf(environment, !isInstallation);
  const others = useFleetsOf(otherSide, isOperator);
  if (!isOperator || !others || others.length === 0) return null;
  const { here, other } = texts[base];
  return (
    <Text size="sm" c="dimmed">
      {here}
      {others.map(({ name }) => name).join(", ")}:{" "}
      <Anchor inherit renderRoot={(props) => <Link {...otherSide.link("/dispatch")} {...props} />}>
        {other}
      </Anchor>
    </Text>
  );
}
