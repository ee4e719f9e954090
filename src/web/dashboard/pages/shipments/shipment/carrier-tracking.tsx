import { Anchor, Group, Text } from "@mantine/core";
import type { AssignmentView } from "@/delivery/lifecycle/state/schema.ts";
import { Copy } from "../../../components/copy.tsx";

/** How the carrier itself tracks the parcels: its numbers, and its page, which the API gives with https only. */
export function CarrierTracking({ assignment }: { assignment: AssignmentView }) {
  const { carrier, tracking_numbers, carrier_tracking_url: url } = assignment;
  const numbers = [...new Set(Object.values(tracking_numbers))];
  return (
    <>
      {numbers.map((number) => (
        <Group key={number} gap={2}>
          <Text size="sm" ff="monospace" className="wrapping">
            {number}
          </Text>
          <Copy text={number} label={`Copy the carrier's tracking number ${number}`} />
        </Group>
      ))}
      {url !== null && (
        <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit>
          Track it with {carrier.name}
        </Anchor>
      )}
    </>
  );
}

export function hasCarrierTracking({ tracking_numbers, carrier_tracking_url }: AssignmentView): boolean {
  return carrier_tracking_url !== null || Object.keys(tracking_numbers).length > 0;
}
