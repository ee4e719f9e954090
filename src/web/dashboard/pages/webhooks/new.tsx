import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CreateWebhook } from "@/messaging/webhooks/endpoints/schema.ts";
import { post } from "../../../browser/api.ts";
import { Form } from "../../components/form.tsx";
import { Page } from "../../components/page.tsx";
import { useEnvironment } from "../../environment.ts";
import { useAction } from "../../queries.ts";
import { EndpointFields } from "./endpoint-fields.tsx";
import { EndpointSecret, type WebhookWithSecret } from "./endpoint-secret.tsx";
import { type EndpointValues, emptyEndpoint, toCreate, validatePercents } from "./endpoint-values.ts";
import { endpointChanges } from "./endpoints.ts";

export function NewWebhookPage() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [created, setCreated] = useState<WebhookWithSecret>();
  const form = useForm<EndpointValues>({ initialValues: emptyEndpoint, validate: validatePercents });
  const register = useAction(
    (input: CreateWebhook, idempotencyKey) =>
      post("/platform/webhooks", input, { environment, idempotencyKey }),
    { changes: endpointChanges, onDone: setCreated },
  );
  const open = (webhookId: string) =>
    void navigate({ to: "/$environment/webhooks/$webhookId", params: { environment, webhookId } });
  return (
    <Page title="New endpoint" lead="Where to send which events. Waybill generates the signing secret.">
      <Form
        form={form}
        send={(values) => register.mutateAsync(toCreate(values, environment))}
        submit="Add endpoint"
        needs={["webhooks:write"]}
      >
        <EndpointFields form={form} headerNames={[]} />
      </Form>
      {created && <EndpointSecret webhook={created} onClose={() => open(created.id)} />}
    </Page>
  );
}
