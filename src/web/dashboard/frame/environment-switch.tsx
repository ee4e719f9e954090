import { SegmentedControl } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type Environment, environments } from "../../../infra/environment.ts";
import { pageIn } from "../environment.ts";
import { environmentLooks } from "../theme.ts";

const data = environments.map((value) => ({ value, label: environmentLooks[value].word }));

/** Switches to the same page in the other environment, without ids: they differ between environments. */
export function EnvironmentSwitch({ environment }: { environment: Environment }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl<Environment>
      aria-label="Environment"
      size="sm"
      fw={600}
      color={environmentLooks[environment].color}
      data={data}
      value={environment}
      onChange={(chosen) => navigate({ to: pageIn(chosen) })}
    />
  );
}
