import { Button, Group, Text } from "@mantine/core";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { lineOf } from "@/delivery/model/address-line.ts";
import { remove } from "@/web/browser/api.ts";
import { Permitted } from "../../../components/permitted.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { useAction } from "../../../queries.ts";

interface LearnedPlaceProps {
  stop: ShipmentView["pickup"];
  environment: ShipmentView["environment"];
}

/** That riders taught where the stop is, and one click that forgets it. */
export function LearnedPlace({ stop: { address }, environment }: LearnedPlaceProps) {
  const forget = useAction(
    () => remove("/platform/places", { environment, query: { address: lineOf(address) } }),
    { changes: [], success: "Forgotten. New orders to this address do not use it." },
  );
  if (address.geocode_source !== "learned") return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        Your drivers handed over here before.
      </Text>
      {!forget.isSuccess && (
        <Permitted needs={["shipments:write"]}>
          <Button
            size="compact-xs"
            variant="default"
            loading={forget.isPending}
            onClick={() => forget.mutate(undefined)}
          >
            Forget this place
          </Button>
        </Permitted>
      )}
      <ActionProblem problem={forget.error} />
    </Group>
  );
}
