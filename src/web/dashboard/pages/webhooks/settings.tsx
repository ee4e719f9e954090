import { Button, Group, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { PatchWebhook, WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { patch } from "../../../browser/api.ts";
import { makerName } from "../../components/credential/credential.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Form } from "../../components/form.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import { useFollowing } from "../../following.ts";
import { useAction } from "../../queries.ts";
import { EndpointFields } from "./endpoint-fields.tsx";
import { EndpointSecret, type WebhookWithSecret } from "./endpoint-secret.tsx";
import { type EndpointValues, toPatch, validatePercents, valuesOf } from "./endpoint-values.ts";
import { endpointChanges, useEndpoint } from "./endpoints.ts";
import { RemoveEndpoint } from "./remove-endpoint.tsx";
import { RotateSecret } from "./rotate-secret.tsx";

export function WebhookSettingsPage() {
  const { data: webhook } = useEndpoint();
  if (!webhook) return null;
  return (
    <>
      <Settings key={webhook.id} webhook={webhook} />
      <Lifecycle webhook={webhook} />
    </>
  );
}

function Settings({ webhook }: { webhook: WebhookView }) {
  const { id, environment, header_names } = webhook;
  const newest = valuesOf(webhook);
  const form = useForm<EndpointValues>({ initialValues: newest, validate: validatePercents });
  const { shown, show } = useFollowing(form, newest, webhook.updated_at);
  const save = useAction(
    async (sent: EndpointValues) => {
      const input: PatchWebhook = toPatch(shown, sent, environment);
      return { sent, saved: await patch(`/platform/webhooks/${id}`, input, { environment }) };
    },
    {
      changes: endpointChanges,
      success: "Saved. Applies from the next attempt.",
      onDone: ({ sent, saved }) => show(valuesOf(saved), sent),
    },
  );
  return (
    <Form
      form={form}
      send={save.mutateAsync}
      submit="Save endpoint"
      isDisabled={!form.isDirty()}
      needs={["webhooks:write"]}
    >
      <EndpointFields form={form} headerNames={header_names} />
    </Form>
  );
}

type Dialog = { kind: "rotate" | "remove" } | { kind: "secret"; webhook: WebhookWithSecret };

function Lifecycle({ webhook }: { webhook: WebhookView }) {
  const { id, environment, enabled, created_at, created_by, updated_at } = webhook;
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const switchTo = useAction(
    (isOn: boolean) => patch(`/platform/webhooks/${id}`, { enabled: isOn }, { environment }),
    { changes: endpointChanges, success: enabled ? "Endpoint disabled." : "Endpoint enabled." },
  );
  return (
    <Section
      title="Manage endpoint"
      action={
        <Permitted needs={["webhooks:write"]}>
          <Group gap="sm">
            <Button variant="default" onClick={() => setDialog({ kind: "rotate" })}>
              Rotate secret…
            </Button>
            <Button variant="default" loading={switchTo.isPending} onClick={() => switchTo.mutate(!enabled)}>
              {enabled ? "Disable" : "Enable"}
            </Button>
            <Button color="red.8" onClick={() => setDialog({ kind: "remove" })}>
              Delete…
            </Button>
          </Group>
        </Permitted>
      }
    >
      <Facts>
        <Fact label="ID" isCode>
          {id}
        </Fact>
        <Fact label="Created">
          <Time at={created_at} />
        </Fact>
        <Fact label="Created by">{makerName(created_by) || "Unknown"}</Fact>
        <Fact label="Updated">
          <Time at={updated_at} />
        </Fact>
      </Facts>
      <Text size="sm" c="dimmed">
        Events for a disabled endpoint wait. Waybill sends them when you enable it again.
      </Text>
      {dialog?.kind === "rotate" && (
        <RotateSecret
          webhook={webhook}
          onClose={close}
          onRotated={(rotated) => setDialog({ kind: "secret", webhook: rotated })}
        />
      )}
      {dialog?.kind === "secret" && <EndpointSecret webhook={dialog.webhook} onClose={close} />}
      {dialog?.kind === "remove" && <RemoveEndpoint webhook={webhook} onClose={close} />}
    </Section>
  );
}
