import { Button, Code, Group, Text } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useState } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { get } from "@/web/browser/api.ts";
import { ProblemAlert } from "../../../components/problem.tsx";
import { useMay } from "../../../permissions.ts";
import { useAction } from "../../../queries.ts";

interface PinProps {
  shipment: ShipmentView;
  /** Reading it is the next right action. */
  isNext?: boolean;
}

/** The recipient's PIN, read only when somebody presses the button, and not kept beyond the page. */
export function Pin({ shipment, isNext = false }: PinProps) {
  const { id, environment } = shipment;
  const mayRead = useMay("shipments:write");
  const [pin, setPin] = useState<string | null>();
  const show = useAction(() => get(`/platform/shipments/${id}/pin`, { environment }), {
    changes: [],
    onDone: (answer) => setPin(answer.pin),
  });
  if (!mayRead) return null;
  if (show.error) return <ProblemAlert problem={show.error} />;
  if (pin === null) {
    const isBooked = shipment.assignment !== null;
    return (
      <Text size="sm">
        {isBooked ? "The carrier sends the recipient its own." : "Created when a quote is accepted."}
      </Text>
    );
  }
  if (pin !== undefined) return <Code fz="md">{pin}</Code>;
  return (
    <Group>
      <Button
        size={isNext ? "sm" : "compact-xs"}
        variant={isNext ? "filled" : "default"}
        leftSection={<IconEye size={14} />}
        loading={show.isPending}
        onClick={() => show.mutate(undefined)}
      >
        Show PIN
      </Button>
    </Group>
  );
}
