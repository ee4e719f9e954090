import { Button, Group, Select, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import { roomText } from "../../../assigning/load.ts";
import { useEnvironment } from "../../../environment.ts";
import { AgreedFields } from "../agreed/fields.tsx";
import { noAgreement } from "../agreed/values.ts";
import { chosenRider, fullRider, type Own, riderChoices } from "../booking/booking.ts";
import type { ShipmentValues } from "./values.ts";

interface BookingFieldsProps {
  form: UseFormReturnType<ShipmentValues>;
  own: Own;
}

/** Which rider gets the order, and an agreed price. */
export function BookingFields({ form, own }: BookingFieldsProps) {
  const { accept } = form.values;
  const full = fullRider(accept, own);
  return (
    <Stack gap="sm">
      <Select
        label="Rider"
        data={riderChoices(own)}
        allowDeselect={false}
        searchable
        {...form.getInputProps("accept.driver_id")}
        value={chosenRider(accept, own)}
      />
      {full && (
        <Text size="sm" role="status">
          {full.name} has {roomText(full)}, and gets this one all the same.
        </Text>
      )}
      <AgreedPrice form={form} />
    </Stack>
  );
}

function AgreedPrice({ form }: Pick<BookingFieldsProps, "form">) {
  const environment = useEnvironment();
  const { accept } = form.values;
  const [isOpen, setOpen] = useState(accept.service !== "");
  if (!isOpen) {
    return (
      <Group role="group" aria-label="Agreed price">
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Enter a price
        </Button>
      </Group>
    );
  }
  return (
    <Stack gap="xs" role="group" aria-label="Agreed price">
      <AgreedFields environment={environment} field={(name) => form.getInputProps(`accept.${name}`)} />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          Your own fleet is booked at this price when you create the shipment.
        </Text>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => {
            form.setFieldValue("accept", { ...accept, ...noAgreement });
            setOpen(false);
          }}
        >
          No price
        </Button>
      </Group>
    </Stack>
  );
}
