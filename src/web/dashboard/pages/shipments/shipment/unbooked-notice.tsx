import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Notice } from "../../../components/notice.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { useAction } from "../../../queries.ts";
import { EnterPrice } from "../agreed/enter-price.tsx";
import { useMayAgree } from "../agreed/fields.tsx";
import type { Rider } from "../booking/booking.ts";
import { type Unbooked, useUnbooked } from "../booking/unbooked.ts";

/** Why the order has no carrier, or no rider, in words and with what helps. Nothing once it has. */
export function UnbookedNotice({ shipment }: { shipment: ShipmentView }) {
  const unbooked = useUnbooked(shipment.id);
  const { assignment, status } = shipment;
  const isOpen = assignment === null || (status === "assigned" && assignment.driver === null);
  if (!unbooked || !isOpen) return null;
  return (
    <Notice tone="warn" role="status">
      <Stack gap="xs">
        <Text size="sm">{unbookedText(unbooked, assignment !== null)}</Text>
        <Remedy shipment={shipment} unbooked={unbooked} />
      </Stack>
    </Notice>
  );
}

const unbookedTexts: Record<string, string> = {
  no_open_quotes: "no carrier made an offer that fits. The reasons stand below.",
  driver_absent: "the rider is out. Choose another rider.",
  not_found: "the rider is no longer there. Choose another rider.",
  scope_missing: "your role may not book. Ask an owner of the account.",
  no_driver_near: "nobody on duty with room and a known position is near. Choose the rider.",
};

/** What happened, and why. */
function unbookedText({ code, detail, rider }: Unbooked, isBooked: boolean): string {
  const start = isBooked ? "Your fleet is booked, but nobody has the job yet" : "Nobody is booked yet";
  if (code === "driver_over_capacity") return `${start}: ${rider?.name ?? "the rider"} has no room.`;
  return `${start}: ${unbookedTexts[code] ?? detail}`;
}

function Remedy({ shipment, unbooked: { code, rider } }: { shipment: ShipmentView; unbooked: Unbooked }) {
  const mayAgree = useMayAgree();
  const [isPricing, setPricing] = useState(false);
  if (!mayAgree || shipment.assignment !== null) return null;
  if (code === "driver_over_capacity" && rider?.booking) {
    return <BookAnyway shipment={shipment} rider={rider} booking={rider.booking} />;
  }
  if (code !== "no_open_quotes") return null;
  return (
    <Group>
      <Button size="xs" variant="default" onClick={() => setPricing(true)}>
        Book at a price
      </Button>
      {isPricing && <EnterPrice shipment={shipment} onClose={() => setPricing(false)} />}
    </Group>
  );
}

interface BookAnywayProps {
  shipment: ShipmentView;
  rider: Rider;
  booking: NonNullable<Rider["booking"]>;
}

/** Whoever became full meanwhile gets it all the same. */
function BookAnyway({ shipment, rider, booking }: BookAnywayProps) {
  const { id, environment } = shipment;
  const { driver_id, name } = rider;
  const book = useAction(
    async (_: undefined, idempotencyKey) => {
      const call = { environment, idempotencyKey };
      const assignment = await post(`/platform/shipments/${id}/assignments`, booking, call);
      const path = `/platform/assignments/${assignment.id}/driver` as const;
      await post(
        path,
        { driver_id, over_capacity: true },
        { ...call, idempotencyKey: `${idempotencyKey}-rider` },
      );
    },
    { changes: ["/platform/shipments", "/platform/drivers"], success: `Given to ${name ?? "the driver"}.` },
  );
  return (
    <>
      <ActionProblem problem={book.error} />
      <Group>
        <Button size="xs" variant="default" loading={book.isPending} onClick={() => book.mutate(undefined)}>
          Give it to {name ?? "the driver"} all the same
        </Button>
      </Group>
    </>
  );
}
