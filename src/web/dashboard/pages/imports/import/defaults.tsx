import { MultiSelect, Select, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { vehicleTypes } from "@/delivery/model/model.ts";
import type { ImportDefaults } from "@/delivery/orders/imports/defaults-schema.ts";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import type { AccountView } from "@/delivery/privacy/account/schema.ts";
import { isProblem } from "@/web/browser/problem.ts";
import { Form } from "../../../components/form.tsx";
import { countryOptions, LongSelect } from "../../../components/long-select.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { humanize } from "../../../format.ts";
import { useMay } from "../../../permissions.ts";
import { useRead } from "../../../queries.ts";
import { sideOf } from "../../../side.ts";
import { useFleets, useFleetsOf } from "../../drivers/fleets.ts";
import { StopFields } from "../../shipments/new/stop-fields.tsx";
import { kindWords } from "../words.ts";
import {
  type DefaultsValues,
  defaultsValuesOf,
  fieldFaults,
  newDefaultsValues,
  toDefaults,
} from "./defaults-values.ts";
import { usePatchImport } from "./use-import.ts";

/** What rows have where their cells say nothing. A new kind of list begins with that of the last import. */
export function Defaults({ list }: { list: ImportView }) {
  const environment = useEnvironment();
  const isNew = Object.keys(list.defaults).length === 0;
  const { data } = useRead("/platform/imports", { environment, query: { limit: 20 }, enabled: isNew });
  const isBooking = useMay("assignments:write", "carriers:read") && isNew && list.kind === "shipments";
  const { data: account } = useRead("/platform/account", { environment, enabled: isBooking });
  const fleets = useFleetsOf(sideOf(environment, false), isBooking);
  if ((isNew && data === undefined) || (isBooking && !(account && fleets))) return null;
  const last = data?.data.find(
    ({ id, kind, defaults }) => id !== list.id && kind === list.kind && Object.keys(defaults).length > 0,
  );
  const before = isNew ? (last?.defaults ?? {}) : list.defaults;
  return (
    <DefaultsForm list={list} before={before} isNew={isNew} booksOwn={isOwnWork(account, fleets ?? [])} />
  );
}

/** Whether only fleets of the account make offers, and nothing says yet who gets its orders: as a new shipment, they do. */
function isOwnWork(account: AccountView | undefined, fleets: readonly CarrierDetails[]): boolean {
  if (!account || account.accept_by_default !== null) return false;
  const own = new Set(fleets.filter(({ owner }) => owner === "account").map(({ id }) => id));
  return account.carriers.length > 0 && account.carriers.every(({ id }) => own.has(id));
}

interface DefaultsFormProps {
  list: ImportView;
  before: ImportDefaults;
  isNew: boolean;
  booksOwn: boolean;
}

function DefaultsForm({ list, before, isNew, booksOwn }: DefaultsFormProps) {
  const { kind } = list;
  const isFilled = Object.keys(before).length > 0;
  const form = useForm<DefaultsValues>({
    initialValues: isFilled ? defaultsValuesOf(before) : newDefaultsValues(list, booksOwn ? "cheapest" : ""),
  });
  const change = usePatchImport(list);
  const send = async (values: DefaultsValues) => {
    try {
      await change.mutateAsync({ defaults: toDefaults(values, kind, before) });
    } catch (error) {
      throw isProblem(error) && error.errors ? { ...error, errors: fieldFaults(error.errors) } : error;
    }
    form.resetDirty();
  };
  return (
    <Section title="For all rows" lead="What holds where the cells of a row say nothing.">
      {isNew && isFilled && (
        <Text size="sm" role="status">
          This is what you chose for your last list. It holds when you press the button.
        </Text>
      )}
      <Form form={form} send={send} submit="Use for all rows" needs={kindWords[kind].needs}>
        {kind === "shipments" && <ShipmentDefaults form={form} />}
        {kind === "drivers" && <DriverDefaults form={form} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <LongSelect
            label="Country of addresses and phone numbers"
            placeholder="In each row"
            searchable
            clearable
            clearButtonProps={{ "aria-label": "No country for all rows" }}
            data={countryOptions}
            {...form.getInputProps("country")}
          />
          {kind === "shipments" && (
            <TextInput type="date" label="Day of times without one" {...form.getInputProps("date")} />
          )}
        </SimpleGrid>
      </Form>
    </Section>
  );
}

interface PartProps {
  form: UseFormReturnType<DefaultsValues>;
}

function ShipmentDefaults({ form }: PartProps) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Stack gap="sm" role="group" aria-label="Pickup">
        <Title order={3} fz="md">
          Pickup
        </Title>
        <StopFields form={form} stop="pickup" closed={["window"]} />
      </Stack>
      <Stack gap="sm" role="group" aria-label="Parcel and booking">
        <Title order={3} fz="md">
          Parcel and booking
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <NumberField label="Weight (kg)" {...form.getInputProps("weight")} />
          <TextInput label="Contents" autoComplete="off" {...form.getInputProps("contents")} />
        </SimpleGrid>
        <Booking form={form} />
      </Stack>
    </SimpleGrid>
  );
}

function Booking({ form }: PartProps) {
  const environment = useEnvironment();
  const mayAccept = useMay("assignments:write");
  const maySteer = useMay("assignments:write", "dispatch:write", "drivers:read");
  const fleets = useFleets()?.filter(({ owner }) => owner === "account") ?? [];
  const { data: drivers } = useRead("/platform/drivers", {
    environment,
    query: { limit: 100 },
    enabled: maySteer,
  });
  const { data: account } = useRead("/platform/account", { environment });
  const services = new Map(fleets.flatMap((fleet) => fleet.services.map(({ code, name }) => [code, name])));
  const riders = (drivers?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      {services.size > 0 && (
        <MultiSelect
          label="Service"
          placeholder={form.values.services.length === 0 ? "All" : ""}
          data={[...services].map(([value, label]) => ({ value, label }))}
          {...form.getInputProps("services")}
        />
      )}
      {mayAccept && (
        <Select
          label="Who gets it"
          description={
            form.values.accept === "" && account?.accept_by_default === null
              ? "Your account books nothing by itself: each order waits until somebody accepts its quote."
              : undefined
          }
          allowDeselect={false}
          data={[
            { value: "", label: "As your account is set" },
            { value: "none", label: "Nobody yet" },
            { value: "cheapest", label: "The cheapest offer" },
            { value: "fastest", label: "The fastest offer" },
            ...(maySteer && riders.length > 0 ? [{ group: "Drivers", items: riders }] : []),
          ]}
          {...form.getInputProps("accept")}
        />
      )}
    </>
  );
}

function DriverDefaults({ form }: PartProps) {
  const fleets = useFleets() ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label="Fleet"
        placeholder="Your only one"
        data={fleets.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps("carrier_id")}
      />
      <Select
        label="Vehicle"
        placeholder="In each row"
        data={vehicleTypes.map((value) => ({ value, label: humanize(value) }))}
        {...form.getInputProps("vehicle_type")}
      />
    </SimpleGrid>
  );
}
