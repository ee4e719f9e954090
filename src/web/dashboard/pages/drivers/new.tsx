import { Select } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { post } from "../../../browser/api.ts";
import { Form } from "../../components/form.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { useAction } from "../../queries.ts";
import { useSide } from "../../side.ts";
import { PersonFields, type PersonValues, personOf, WithoutPhoneField } from "./fields.tsx";
import { useFleets } from "./fleets.ts";
import { driverChanges } from "./use-driver.ts";

interface Values extends PersonValues {
  carrier_id: string;
  without_phone: boolean;
}

/** One short form; the rest has defaults, and the phone comes next. */
export function NewDriverPage() {
  const fleets = useFleets();
  if (fleets === undefined) return <PageSkeleton />;
  return (
    <Page title="New driver" lead="Then connect the driver's phone with a link.">
      <DriverForm fleets={fleets} />
    </Page>
  );
}

function DriverForm({ fleets }: { fleets: readonly CarrierDetails[] }) {
  const side = useSide();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: {
      carrier_id: fleets[0]?.id ?? "",
      name: "",
      phone: "",
      vehicle: { type: "bicycle", plate: "" },
      without_phone: false,
    },
  });
  const create = useAction(
    ({ carrier_id, without_phone, ...person }: Values, idempotencyKey) =>
      post(
        `${side.base}/drivers`,
        { carrier_id, without_phone, ...personOf(person) },
        { ...side.call, idempotencyKey },
      ),
    {
      changes: driverChanges(side),
      onDone: ({ id }) => void navigate(side.link("/drivers/$driverId", { driverId: id })),
    },
  );
  return (
    <Form form={form} send={create.mutateAsync} submit="Add driver" needs={side.needing("drivers:write")}>
      <Section title="Driver">
        <Select
          label="Fleet"
          data={fleets.map(({ id, name }) => ({ value: id, label: name }))}
          nothingFoundMessage="Add a carrier of the kind own fleet first"
          allowDeselect={false}
          {...form.getInputProps("carrier_id")}
        />
        <PersonFields inputOf={(name) => form.getInputProps(name)} />
        <WithoutPhoneField {...form.getInputProps("without_phone", { type: "checkbox" })} />
      </Section>
    </Form>
  );
}
