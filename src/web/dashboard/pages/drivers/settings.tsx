import { Button, Group, Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { pageLanguages } from "@/delivery/model/model.ts";
import { patch } from "../../../browser/api.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Form } from "../../components/form.tsx";
import { MeasureField } from "../../components/measure-field.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import { useFollowing } from "../../following.ts";
import { changedOf } from "../../merge-patch.ts";
import type { NumberValue } from "../../number-value.ts";
import { useAction } from "../../queries.ts";
import { PersonFields, type PersonValues, personOf, WithoutPhoneField } from "./fields.tsx";
import { RemoveDriver } from "./remove-driver.tsx";
import { useDriver } from "./use-driver.ts";

export function DriverSettingsPage() {
  const { data: driver } = useDriver();
  if (!driver) return null;
  return (
    <>
      <Settings key={driver.id} driver={driver} />
      <Lifecycle driver={driver} />
    </>
  );
}

interface Values extends PersonValues {
  /** Empty for the phone's. */
  language: string;
  without_phone: boolean;
  /** Empty for no limit. */
  capacity: { assignments: NumberValue; weight_grams: NumberValue };
}

const languageNames = new Intl.DisplayNames("en", { type: "language" });
const languages = [
  { value: "", label: "The phone's language" },
  ...pageLanguages.map((code) => ({ value: code, label: languageNames.of(code) ?? code })),
];

function Settings({ driver }: { driver: DriverView }) {
  const { path, call, changes, needs } = useDriver();
  const newest = valuesOf(driver);
  const form = useForm<Values>({ initialValues: newest });
  const { shown, show } = useFollowing(form, newest, driver.version);
  const save = useAction(
    async (sent: Values) => {
      const input = changedOf(inputOf(shown), inputOf(sent));
      return { sent, saved: await patch(path, input, { ...call, ifVersion: driver.version }) };
    },
    { changes, success: "Saved.", onDone: ({ sent, saved }) => show(valuesOf(saved), sent) },
  );
  return (
    <Form form={form} send={save.mutateAsync} submit="Save driver" isDisabled={!form.isDirty()} needs={needs}>
      <Section title="Driver">
        <PersonFields inputOf={(name) => form.getInputProps(name)} />
        <Select
          label="Language"
          description="Of the driver page"
          data={languages}
          allowDeselect={false}
          {...form.getInputProps("language")}
        />
        <WithoutPhoneField {...form.getInputProps("without_phone", { type: "checkbox" })} />
      </Section>
      <Section title="Capacity" lead="How much the driver takes at a time. Leave a field empty for no limit.">
        <NumberField label="Jobs" {...form.getInputProps("capacity.assignments")} />
        <MeasureField label="Weight" measure="weight" {...form.getInputProps("capacity.weight_grams")} />
      </Section>
    </Form>
  );
}

function valuesOf({ name, phone, vehicle, language, without_phone, capacity }: DriverView): Values {
  return {
    name,
    phone: phone ?? "",
    vehicle: { type: vehicle.type, plate: vehicle.plate ?? "" },
    language: language ?? "",
    without_phone,
    capacity: { assignments: capacity.assignments ?? "", weight_grams: capacity.weight_grams ?? "" },
  };
}

function inputOf({ language, without_phone, capacity, ...person }: Values) {
  const { assignments, weight_grams } = capacity;
  return {
    ...personOf(person),
    language: language || null,
    without_phone,
    capacity: {
      assignments: assignments === "" ? null : assignments,
      weight_grams: weight_grams === "" ? null : weight_grams,
    },
  };
}

function Lifecycle({ driver }: { driver: DriverView }) {
  const { path, call, changes, needs } = useDriver();
  const [isRemoving, setIsRemoving] = useState(false);
  const endDuty = useAction((_: undefined) => patch(path, { on_duty: false }, call), {
    changes,
    success: `${driver.name} is off duty.`,
  });
  return (
    <Section
      title="Manage driver"
      action={
        <Permitted needs={needs}>
          <Group gap="sm">
            {driver.on_duty && (
              <Button variant="default" loading={endDuty.isPending} onClick={() => endDuty.mutate(undefined)}>
                Take off duty
              </Button>
            )}
            <Button color="red.8" onClick={() => setIsRemoving(true)}>
              Delete…
            </Button>
          </Group>
        </Permitted>
      }
    >
      <ActionProblem problem={endDuty.error} />
      <Facts>
        <Fact label="ID" isCode>
          {driver.id}
        </Fact>
        <Fact label="Created">
          <Time at={driver.created_at} />
        </Fact>
        <Fact label="Updated">
          <Time at={driver.updated_at} />
        </Fact>
      </Facts>
      <Text size="sm" c="dimmed">
        Off duty, a driver is offered no jobs, and Waybill discards positions.
        {driver.without_phone ? " You set the duty." : " Only the driver goes on duty."}
      </Text>
      {isRemoving && <RemoveDriver driver={driver} onClose={() => setIsRemoving(false)} />}
    </Section>
  );
}
