import { Checkbox, Select, TextInput } from "@mantine/core";
import { vehicleTypes } from "@/delivery/model/model.ts";
import { humanize } from "../../format.ts";

/** What a form says of a driver; empty text is none. */
export interface PersonValues extends Record<string, unknown> {
  name: string;
  phone: string;
  vehicle: { type: string; plate: string };
}

/** `getInputProps` of a form that has these values. */
type InputOf = (path: string) => object;

export function PersonFields({ inputOf }: { inputOf: InputOf }) {
  return (
    <>
      <TextInput
        label="Name"
        description="Senders and recipients see the first name and an initial"
        placeholder="Kim Berger"
        autoComplete="off"
        {...inputOf("name")}
      />
      <TextInput
        label="Phone"
        description="Optional, with country code"
        placeholder="+4930123456"
        inputMode="tel"
        autoComplete="off"
        {...inputOf("phone")}
      />
      <Select
        label="Vehicle"
        data={vehicleTypes.map((type) => ({ value: type, label: humanize(type) }))}
        allowDeselect={false}
        {...inputOf("vehicle.type")}
      />
      <TextInput
        label="Plate"
        description="Optional"
        placeholder="B-WB 1001"
        autoComplete="off"
        {...inputOf("vehicle.plate")}
      />
    </>
  );
}

export function WithoutPhoneField(input: object) {
  return (
    <Checkbox
      label="Without a phone"
      description="You set the duty and enter the results. Waybill offers no jobs, and expects no positions."
      {...input}
    />
  );
}

/** A driver's name, phone and vehicle for the API, where nothing typed is null. */
export function personOf({ name, phone, vehicle }: PersonValues) {
  return { name, phone: phone || null, vehicle: { type: vehicle.type, plate: vehicle.plate || null } };
}
