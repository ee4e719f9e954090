import { Skeleton, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { knownPlace } from "@/delivery/model/address.ts";
import { patch } from "@/web/browser/api.ts";
import type { Place } from "@/web/map/place.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { useLazy } from "../../../components/lazy.ts";
import { useAction } from "../../../queries.ts";
import type { StopName } from "../new/stop-fields.tsx";
import { closedParts } from "./edit-values.ts";

const loadPicker = () => import("../place/picker.tsx").then(({ PlacePicker }) => PlacePicker);

interface SetPinProps {
  shipment: ShipmentView;
  stop: StopName;
  /** The address is searched at once. */
  isSearching: boolean;
  onClose: () => void;
}

/** Gives an address of a shipment its place. */
export function useSavePin(
  { id, environment, version }: ShipmentView,
  stop: StopName,
  onDone: () => void = () => {},
) {
  return useAction(
    ({ latitude, longitude }: Place) =>
      patch(
        `/platform/shipments/${id}`,
        { [stop]: { address: { latitude, longitude } } },
        { environment, ifVersion: version },
      ),
    { changes: ["/platform/shipments", "/platform/events"], success: "Pin saved.", onDone },
  );
}

/** Says where an address of a shipment is. Until a quote is accepted carriers then quote again. */
export function SetPin({ shipment, stop, isSearching, onClose }: SetPinProps) {
  const { address } = shipment[stop];
  const Picker = useLazy(true, loadPicker);
  const form = useForm<{ pin: Place | undefined }>({ initialValues: { pin: knownPlace(address) } });
  const { pin } = form.values;
  const save = useSavePin(shipment, stop, onClose);
  return (
    <Dialog onClose={onClose} title={`Pin of the ${stop}`} size="lg">
      <Form
        form={form}
        send={async ({ pin: place }) => place && save.mutateAsync(place)}
        submit="Save the pin"
        isDisabled={pin === undefined || !form.isDirty()}
        onCancel={onClose}
      >
        <Text size="sm">
          {address.line1}, {[address.postal_code, address.city].filter(Boolean).join(" ")}
        </Text>
        {Picker ? (
          <Picker
            stop={stop}
            address={address}
            area={address.area}
            pin={pin}
            isFirst
            isSearching={isSearching}
            onPin={(place) => form.setFieldValue("pin", place)}
          />
        ) : (
          <Skeleton h={240} />
        )}
        <Text size="sm" c="dimmed">
          The pin counts for this address in later shipments too.{" "}
          {closedParts(shipment.status).includes("address")
            ? "The price stays, and the driver reads the pin at once."
            : "Carriers quote again."}
        </Text>
      </Form>
    </Dialog>
  );
}
