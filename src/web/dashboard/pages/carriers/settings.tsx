import { Button, Group, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type {
  CarrierDetails,
  CarrierWithSecret,
  OperatorCarrier,
} from "@/delivery/connections/setup/schema.ts";
import { patch } from "../../../browser/api.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Form } from "../../components/form.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { SettingsFields } from "../../components/settings-fields.tsx";
import { Time } from "../../components/time.tsx";
import { useFollowing } from "../../following.ts";
import { changedOf } from "../../merge-patch.ts";
import { useIsOperator } from "../../permissions.ts";
import { useAction } from "../../queries.ts";
import { changedSettingsOf, type SettingValues, secretsSet, settingValuesOf } from "../../settings-schema.ts";
import { CarrierAbilities } from "./abilities.tsx";
import { CarrierSecret } from "./carrier-secret.tsx";
import { HandOverCarrier } from "./hand-over-carrier.tsx";
import { AccountsField, MarginFields } from "./installation-fields.tsx";
import { type CarrierKind, useKinds } from "./kinds.tsx";
import { type MarginValues, marginOf, marginValuesOf, validateMargin } from "./margin-values.ts";
import { RemoveCarrier } from "./remove-carrier.tsx";
import { useCarrier } from "./use-carrier.ts";

export function CarrierSettingsPage() {
  const { environment, data: carrier } = useCarrier();
  const kind = useKinds(environment)?.find(({ code }) => code === carrier?.kind);
  if (!carrier || !kind) return null;
  return (
    <>
      <Settings key={carrier.id} carrier={carrier} kind={kind} />
      {carrier.kind === "fleet" && <CarrierAbilities carrier={carrier} />}
      <Lifecycle carrier={carrier} />
    </>
  );
}

interface Values extends Record<string, unknown> {
  name: string;
  settings: SettingValues;
  /** Only for the operator; empty for all accounts. */
  accounts: readonly string[];
  margin: MarginValues;
}

function Settings({ carrier, kind }: { carrier: CarrierDetails; kind: CarrierKind }) {
  const { path, call, changes, isInstallation, needs } = useCarrier();
  const newest = valuesOf(carrier, kind);
  const form = useForm<Values>({ initialValues: newest, validate: validateMargin });
  const { shown, show } = useFollowing(form, newest, carrier.version);
  const save = useAction(
    async (sent: Values) => {
      const { name, settings, accounts, margin } = changedOf(shown, sent);
      const input = {
        ...(name !== undefined && { name }),
        ...(settings && { settings: changedSettingsOf(kind.settings_schema, settings) }),
        ...(accounts && { accounts: accounts.length === 0 ? null : accounts }),
        ...(margin && { margin: marginOf(sent.margin) }),
      };
      return {
        sent,
        saved: await patch(path, input, { ...call, ifVersion: carrier.version }),
      };
    },
    {
      changes,
      success: "Saved. Applies from the next request.",
      onDone: ({ sent, saved }) => show(valuesOf(saved, kind), sent),
    },
  );
  return (
    <Form
      form={form}
      send={save.mutateAsync}
      submit="Save carrier"
      isDisabled={!form.isDirty()}
      needs={needs}
    >
      <Section title={kind.name}>
        <TextInput
          label="Name"
          description="Shown to senders and recipients"
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <SettingsFields
          schema={kind.settings_schema}
          values={form.values.settings}
          secrets={secretsSet(carrier.settings ?? {})}
          inputOf={(name, type) => form.getInputProps(`settings.${name}`, { type })}
        />
        {isInstallation && <AccountsField {...form.getInputProps("accounts")} />}
        {isInstallation && <MarginFields inputOf={(name) => form.getInputProps(name)} />}
      </Section>
    </Form>
  );
}

function valuesOf(carrier: CarrierDetails, kind: CarrierKind): Values {
  return {
    name: carrier.name,
    accounts: accountsOf(carrier),
    margin: marginValuesOf(carrier),
    settings: settingValuesOf(kind.settings_schema, carrier.settings ?? {}),
  };
}

/** Of an account's own carrier there are none. */
function accountsOf(carrier: CarrierDetails | OperatorCarrier): readonly string[] {
  return ("accounts" in carrier && carrier.accounts) || [];
}

function Lifecycle({ carrier }: { carrier: CarrierDetails }) {
  const { path, call, changes, needs, isInstallation } = useCarrier();
  const [isRemoving, setIsRemoving] = useState(false);
  const [isHandingOver, setIsHandingOver] = useState(false);
  const canHandOver = useIsOperator() && !isInstallation && carrier.kind === "fleet";
  const [rotated, setRotated] = useState<CarrierWithSecret>();
  const isPaused = carrier.status === "paused";
  const switchTo = useAction(
    (status: "active" | "paused") => patch(path, { status }, { ...call, ifVersion: carrier.version }),
    { changes, success: isPaused ? "Carrier resumed." : "Carrier paused." },
  );
  const rotate = useAction(
    (_: undefined) =>
      patch(path, { settings: { signing_secret: null } }, { ...call, ifVersion: carrier.version }),
    { changes, onDone: setRotated },
  );
  return (
    <Section
      title="Manage carrier"
      action={
        <Permitted needs={needs}>
          <Group gap="sm">
            {"signing_secret" in (carrier.settings ?? {}) && (
              <Button
                variant="default"
                loading={rotate.isPending}
                disabled={switchTo.isPending}
                onClick={() => rotate.mutate(undefined)}
              >
                New signing secret
              </Button>
            )}
            <Button
              variant="default"
              loading={switchTo.isPending}
              // Until the page has read the carrier again, it would be taken for somebody else's change.
              disabled={rotate.isPending}
              onClick={() => switchTo.mutate(isPaused ? "active" : "paused")}
            >
              {isPaused ? "Resume" : "Pause"}
            </Button>
            {canHandOver && (
              <Button variant="default" onClick={() => setIsHandingOver(true)}>
                Hand over to the installation…
              </Button>
            )}
            <Button color="red.8" onClick={() => setIsRemoving(true)}>
              Delete…
            </Button>
          </Group>
        </Permitted>
      }
    >
      <ActionProblem problem={switchTo.error ?? rotate.error} />
      <Facts>
        <Fact label="ID" isCode>
          {carrier.id}
        </Fact>
        <Fact label="Code" isCode>
          {carrier.code}
        </Fact>
        <Fact label="Created">
          <Time at={carrier.created_at} />
        </Fact>
        <Fact label="Updated">
          <Time at={carrier.updated_at} />
        </Fact>
      </Facts>
      <Text size="sm" c="dimmed">
        Waybill asks a paused carrier for no quotes, and withdraws its open ones. Its deliveries continue.
      </Text>
      {rotated && <CarrierSecret carrier={rotated} onClose={() => setRotated(undefined)} />}
      {canHandOver && (
        <Text size="sm" c="dimmed">
          This fleet delivers for your account only. Hand it over to deliver for shops with an account here
          too.
        </Text>
      )}
      {isHandingOver && <HandOverCarrier carrier={carrier} onClose={() => setIsHandingOver(false)} />}
      {isRemoving && <RemoveCarrier carrier={carrier} onClose={() => setIsRemoving(false)} />}
    </Section>
  );
}
