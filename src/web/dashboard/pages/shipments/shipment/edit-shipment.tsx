import { Checkbox, Fieldset, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { PatchShipment } from "@/delivery/orders/shipments/patch-schema.ts";
import { get, patch } from "@/web/browser/api.ts";
import { isOvertaken, isProblem } from "@/web/browser/problem.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { changedOf, withChanges } from "../../../merge-patch.ts";
import { useAction } from "../../../queries.ts";
import { type StopZones, useStopZones } from "../../../zone.ts";
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

/** The fields that can be edited: the reference always, contacts until delivery, addresses until a quote is accepted. */
export function EditShipment(props: EditShipmentProps) {
  const zones = useStopZones(props.shipment);
  return zones && <EditDialog zones={zones} {...props} />;
}

function EditDialog({
  shipment,
  zones,
  first = "reference",
  onClose,
}: EditShipmentProps & { zones: StopZones }) {
  const { id, environment } = shipment;
  const path = `/platform/shipments/${id}` as const;
  const [shown, setShown] = useState(shipment);
  const form = useForm<EditValues>({ initialValues: valuesOf(shown, zones), validate: editErrors });
  const edit = useAction(
    (input: PatchShipment) => patch(path, input, { environment, ifVersion: shown.version }),
    { changes: ["/platform/shipments", "/platform/events"], success: "Shipment saved.", onDone: onClose },
  );
  const showNewest = async () => {
    const newest = await get(path, { environment });
    form.setValues((typed) => withChanges(valuesOf(newest, zones), changedOf(valuesOf(shown, zones), typed)));
    setShown(newest);
  };
  const send = async (values: EditValues) => {
    try {
      await edit.mutateAsync(toPatch(shown, values, zones));
    } catch (problem) {
      if (!isProblem(problem) || !isOvertaken(problem)) throw problem;
      await showNewest();
      throw { ...problem, ...conflict };
    }
  };
  const closed = closedParts(shown.status);
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
              <StopFields form={{ errors: form.errors, getInputProps: field }} stop={stop} closed={closed} />
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
        <Text size="sm" c="dimmed">
          {closed.includes("address")
            ? "Addresses and time windows cannot be changed after a quote was accepted."
            : "After a change of an address or time window, all carriers quote again."}
        </Text>
      </Form>
    </Dialog>
  );
}
