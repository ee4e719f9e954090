import { Checkbox, Fieldset, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { pinnableStops } from "@/delivery/lifecycle/state/shipment.ts";
import type { PatchShipment } from "@/delivery/orders/shipments/patch-schema.ts";
import { get, patch } from "@/web/browser/api.ts";
import { isOvertaken, isProblem } from "@/web/browser/problem.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { changedOf, withChanges } from "../../../merge-patch.ts";
import { useMay } from "../../../permissions.ts";
import { useAction } from "../../../queries.ts";
import { useSide } from "../../../side.ts";
import { type StopZones, useStopZones } from "../../../zone.ts";
import { useFleetsOf } from "../../drivers/fleets.ts";
import { StopFields, type StopName } from "../new/stop-fields.tsx";
import { closedParts, type EditValues, editErrors, hasOldPlace, toPatch, valuesOf } from "./edit-values.ts";

/** Shown after the latest version was read. */
const conflict = {
  title: "Someone else changed the shipment",
  detail:
    "Your changes are not saved yet. The other fields now show the latest values. Review them and save again.",
};

const stops = { pickup: "Pickup", delivery: "Delivery" } as const satisfies Record<StopName, string>;

interface EditShipmentProps {
  shipment: ShipmentView;
  /** The field to begin with. */
  first?: string | undefined;
  onClose: () => void;
}

const none: readonly never[] = [];

/**
 * The fields that can be edited: the reference always, contacts until delivery, addresses and windows until a quote is
 * accepted, and of an own fleet until the stop is made.
 */
export function EditShipment(props: EditShipmentProps) {
  const zones = useStopZones(props.shipment);
  const { assignment, status } = props.shipment;
  const isAccepted = useMay("carriers:read") && assignment !== null && pinnableStops[status] !== undefined;
  const fleets = useFleetsOf(useSide(), isAccepted);
  if (!zones || (isAccepted && fleets === undefined)) return null;
  const isOwn = fleets?.some(({ id }) => id === assignment?.carrier.id) ?? false;
  return <EditDialog zones={zones} ahead={(isOwn && pinnableStops[status]) || none} {...props} />;
}

function EditDialog({
  shipment,
  zones,
  ahead,
  first = "reference",
  onClose,
}: EditShipmentProps & { zones: StopZones; ahead: readonly StopName[] }) {
  const { id, environment } = shipment;
  const path = `/platform/shipments/${id}` as const;
  const [shown, setShown] = useState(shipment);
  const form = useForm<EditValues>({ initialValues: valuesOf(shown, zones), validate: editErrors });
  const [reprices, setReprices] = useState(false);
  const edit = useAction(
    (input: PatchShipment) =>
      patch(path, input, {
        environment,
        ifVersion: shown.version,
        ...(reprices && { query: { reprice: "true" } }),
      }),
    { changes: ["/platform/shipments", "/platform/events"], success: "Shipment saved.", onDone: onClose },
  );
  const showNewest = async () => {
    const newest = await get(path, { environment });
    form.setValues((typed) => withChanges(valuesOf(newest, zones), changedOf(valuesOf(shown, zones), typed)));
    setShown(newest);
  };
  const send = async (values: EditValues) => {
    try {
      await edit.mutateAsync(toPatch(shown, values, zones, ahead));
    } catch (problem) {
      if (!isProblem(problem) || !isOvertaken(problem)) throw problem;
      await showNewest();
      throw { ...problem, ...conflict };
    }
  };
  const field = (name: string) => ({
    ...form.getInputProps(name),
    ...(name === first && { "data-autofocus": true }),
  });
  return (
    <Dialog onClose={onClose} title="Edit shipment" size="xl">
      <Form form={form} send={send} submit="Save shipment" onCancel={onClose}>
        <TextInput label="Reference" autoComplete="off" {...field("reference")} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          {(Object.keys(stops) as StopName[]).map((stop) => (
            <Fieldset key={stop} legend={stops[stop]}>
              <StopFields
                form={{ errors: form.errors, getInputProps: field }}
                stop={stop}
                closed={closedParts(shown.status, ahead.includes(stop))}
              />
              {hasOldPlace(valuesOf(shown, zones)[stop], form.values[stop]) && (
                <Checkbox
                  mt="sm"
                  label="The coordinates are still right"
                  description="They were sent with the earlier address. Without them, Waybill knows the town only."
                  {...form.getInputProps(`keepsPlace.${stop}`, { type: "checkbox" })}
                />
              )}
            </Fieldset>
          ))}
        </SimpleGrid>
        {ahead.length > 0 && (
          <Checkbox
            label="Charge the difference"
            description="What another address, other coordinates or another window change of the price, by the rate card. Otherwise the price stays."
            checked={reprices}
            onChange={({ currentTarget }) => setReprices(currentTarget.checked)}
          />
        )}
        <Text size="sm" c="dimmed">
          {hintOf(shown, ahead)}
        </Text>
      </Form>
    </Dialog>
  );
}

function hintOf({ status }: ShipmentView, ahead: readonly StopName[]): string {
  if (ahead.length > 0) {
    return "Your own fleet has it. The driver is shown what changed, and the recipient's page shows it. Another delivery address or person gets another PIN.";
  }
  return closedParts(status).includes("address")
    ? "Addresses and time windows cannot be changed after a quote was accepted."
    : "After a change of an address or time window, all carriers quote again.";
}
