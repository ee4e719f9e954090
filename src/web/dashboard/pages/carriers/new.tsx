import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type RefObject, useRef, useState } from "react";
import type { CarrierDetails, CarrierWithSecret } from "@/delivery/connections/setup/schema.ts";
import { post } from "../../../browser/api.ts";
import { codeBeside, codeOfName } from "../../code-of-name.ts";
import { Form } from "../../components/form.tsx";
import { OptionalFields } from "../../components/optional-fields.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { SettingsFields } from "../../components/settings-fields.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { filtersOf, newCarrierFilters } from "../../filters.ts";
import { useIsOperator } from "../../permissions.ts";
import { sessionQuery, useAction } from "../../queries.ts";
import { type SettingValues, settingsOf, settingValuesOf } from "../../settings-schema.ts";
import { type Side, sideOf, useSide } from "../../side.ts";
import { CarrierSecret } from "./carrier-secret.tsx";
import { AccountsField } from "./installation-fields.tsx";
import { type CarrierKind, KindGuide, useKinds } from "./kinds.tsx";
import { carrierChanges } from "./use-carrier.ts";

interface Names {
  name: string;
  code: string;
}

interface Values extends Names, Record<string, unknown> {
  settings: SettingValues;
  /** Only for the operator; empty for all accounts. */
  accounts: string[];
}

/** Kinds whose carriers have a name of their own. The others are called as their kind. */
const ownNames: ReadonlySet<string> = new Set(["fleet", "http"]);
/** What the set-up page calls the operator's account. */
const unnamedAccount = "Operator";
const readFilters = filtersOf(newCarrierFilters);

/**
 * Sets up a carrier: first its kind, then what this kind needs. An account's carrier and one of the installation are two
 * things, so whoever can set up both is asked which one it is.
 */
export function NewCarrierPage() {
  const side = useSide();
  const { environment } = side;
  const isAsked = useIsOperator() && !side.isInstallation;
  const [isForAll, setIsForAll] = useState(false);
  // The settings begin anew with each choice above, and the names stay.
  const named = useRef<Names>({ name: "", code: "" });
  const kinds = useKinds(environment);
  const { kind: asked } = readFilters(useSearch({ strict: false }));
  const [chosen, setChosen] = useState(asked);
  const kind = kinds?.find(({ code }) => code === chosen) ?? kinds?.[0];
  if (kinds === undefined || kind === undefined) return <PageSkeleton />;
  if (asked === "fleet" && kind.code === asked && !side.isInstallation) {
    return (
      <Page title="Your fleet" lead="Your riders belong to it. Senders and recipients see its name.">
        <CarrierForm kind={kind} named={named} side={side} isFirstStep />
      </Page>
    );
  }
  return (
    <Page title="New carrier" lead="Who delivers, and how Waybill reaches them.">
      <Section
        title="Kind"
        lead={
          <>
            {kind.summary} <KindGuide kind={kind} />
          </>
        }
      >
        <Select
          aria-label="Kind of carrier"
          data={kinds.map(({ code, name }) => ({ value: code, label: name }))}
          value={kind.code}
          onChange={(code) => setChosen(code ?? undefined)}
          allowDeselect={false}
          maw={360}
        />
      </Section>
      {isAsked && <ForWhom isForAll={isForAll} change={setIsForAll} />}
      <CarrierForm
        key={`${kind.code} ${isForAll}`}
        kind={kind}
        named={named}
        side={isForAll ? sideOf(environment, true) : side}
      />
    </Page>
  );
}

/** Of a firm that delivers itself: its fleet is called as its account, if that has a name of its own. */
function useFirmNames(): Names {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { name } = session.account;
  return name === unnamedAccount ? { name: "", code: "" } : { name, code: codeOfName(name) };
}

function ForWhom({ isForAll, change }: { isForAll: boolean; change: (isForAll: boolean) => void }) {
  return (
    <Section title="For whom it delivers">
      <Radio.Group
        aria-label="For whom it delivers"
        value={isForAll ? "all" : "own"}
        onChange={(value) => change(value === "all")}
      >
        <Stack gap="sm">
          <Radio
            value="own"
            label="Only our own orders"
            description="Your account manages it under Carriers, and its jobs under Dispatch."
          />
          <Radio
            value="all"
            label="Also for shops with an account here"
            description="You manage it under Operator → Carriers, and its jobs under Operator → Dispatch. The installation bills its deliveries."
          />
        </Stack>
      </Radio.Group>
    </Section>
  );
}

interface CarrierFormProps {
  kind: CarrierKind;
  side: Side;
  named: RefObject<Names>;
  /** Whoever came for a fleet enters its name, and goes on with its riders. */
  isFirstStep?: boolean;
}

function CarrierForm({ kind, side, named, isFirstStep = false }: CarrierFormProps) {
  const { base, call, isInstallation, link } = side;
  const navigate = useNavigate();
  const [created, setCreated] = useState<CarrierWithSecret>();
  const firstNames = useFirmNames();
  const example = ownNames.has(kind.code) ? { name: "City Riders", code: "city_riders" } : kind;
  const form = useForm<Values>({
    initialValues: {
      ...(isFirstStep && named.current.name === "" ? firstNames : named.current),
      settings: settingValuesOf(kind.settings_schema, isInstallation ? {} : kind.first_settings),
      accounts: [],
    },
    onValuesChange: ({ name, code }) => {
      named.current = { name, code };
    },
  });
  // A fleet quotes nothing before it has a rate card.
  const page = kind.code === "fleet" ? "/carriers/$carrierId/rate-card" : "/carriers/$carrierId";
  const open = ({ id }: Pick<CarrierDetails, "id">) =>
    void navigate(isFirstStep ? link("/drivers/new") : link(page, { carrierId: id }));
  const create = useAction(
    ({ name, code, settings, accounts }: Values, idempotencyKey) =>
      post(
        `${base}/carriers`,
        {
          kind: kind.code,
          name,
          code,
          settings: settingsOf(settings),
          ...(isInstallation && { accounts: accounts.length === 0 ? null : accounts }),
        },
        { ...call, idempotencyKey },
      ),
    {
      changes: carrierChanges(side),
      // A response that was lost once shows no secret, although Waybill generated one.
      onDone: (carrier) => (carrier.secret === null ? open(carrier) : setCreated(carrier)),
    },
  );
  const details = (
    <>
      <TextInput
        label="Code"
        description="Your short name for it in the API: lower-case letters, digits and _"
        placeholder={example.code}
        autoComplete="off"
        {...form.getInputProps("code")}
        onBlur={() => form.setFieldValue("code", codeOfName)}
      />
      <SettingsFields
        schema={kind.settings_schema}
        values={form.values.settings}
        inputOf={(name, type) => form.getInputProps(`settings.${name}`, { type })}
      />
    </>
  );
  return (
    <Form
      form={form}
      send={create.mutateAsync}
      submit={isFirstStep ? "Add fleet" : "Add carrier"}
      needs={side.needing("carriers:write")}
    >
      <Section title={kind.name}>
        <TextInput
          label="Name"
          description="Shown to senders and recipients"
          placeholder={example.name}
          autoComplete="off"
          {...form.getInputProps("name")}
          onChange={({ currentTarget: { value: name } }) =>
            form.setValues((before) => ({ name, code: codeBeside({ name: "", code: "", ...before }, name) }))
          }
        />
        {isFirstStep ? (
          <OptionalFields label="Code and settings" errors={form.errors}>
            {details}
          </OptionalFields>
        ) : (
          details
        )}
        {isInstallation && <AccountsField {...form.getInputProps("accounts")} />}
      </Section>
      {created && <CarrierSecret carrier={created} onClose={() => open(created)} />}
    </Form>
  );
}
