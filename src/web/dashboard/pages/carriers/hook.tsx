import { Button, Group, SimpleGrid } from "@mantine/core";
import { IconRotate } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import type { CarrierWebhook } from "@/delivery/connections/carrier-webhooks/inbox/schema.ts";
import { post } from "../../../browser/api.ts";
import { Body } from "../../components/body.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Headers } from "../../components/headers.tsx";
import { shortId } from "../../components/identifier.tsx";
import { SideShipmentLink } from "../../components/links.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { useAction, useRead } from "../../queries.ts";
import { useAsWindowName } from "../../window-name.ts";
import { HookStatus, hooksEveryMs } from "./hook-status.tsx";
import { useCarrier } from "./use-carrier.ts";

/** One webhook that the carrier sent: why it was not applied, and what to do about it. */
export function CarrierHookPage() {
  const { path, call } = useCarrier();
  const { hookId = "" } = useParams({ strict: false });
  const { data: hook, error } = useRead(`${path}/hooks/${hookId}`, {
    ...call,
    refetchInterval: (data) => hooksEveryMs([data]),
  });
  useAsWindowName(hook && `Webhook ${shortId(hook.id)}`);
  if (error && !hook) return <ProblemAlert problem={error} />;
  if (!hook) return <PageSkeleton />;
  return (
    <>
      <Summary hook={hook} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="Headers" lead="Values that can hold a secret are hidden.">
          <Headers label="Headers" headers={hook.headers} />
        </Section>
        <Section title="Body" lead="Waybill keeps it byte for byte, and shows it without secrets.">
          <Body label="Body" text={hook.body} none="No body" />
        </Section>
      </SimpleGrid>
    </>
  );
}

function Summary({ hook }: { hook: CarrierWebhook }) {
  const { environment, isInstallation } = useCarrier();
  const { id, status, reason, shipment_id } = hook;
  return (
    <Section title="Webhook" action={<Actions hook={hook} />}>
      <Facts>
        <Fact label="Status">
          <span role="status">
            <HookStatus hook={hook} />
          </span>
        </Fact>
        {reason !== null && <Fact label={status === "waiting" ? "Waits because" : "Reason"}>{reason}</Fact>}
        <Fact label="Webhook" isCode>
          {id}
        </Fact>
        {shipment_id !== null && (
          <Fact label="Shipment" isCode={isInstallation}>
            <SideShipmentLink environment={environment} id={shipment_id} inherit>
              {shipment_id}
            </SideShipmentLink>
          </Fact>
        )}
        <Fact label="Received">
          <Time at={hook.received_at} />
        </Fact>
        <Fact label="Next attempt">
          <Time at={hook.next_attempt_at} none="None" />
        </Fact>
      </Facts>
    </Section>
  );
}

function Actions({ hook: { id, status } }: { hook: CarrierWebhook }) {
  const { path, call, needs } = useCarrier();
  const sending = (verb: "retry" | "dismiss") => (_: undefined, idempotencyKey: string) =>
    post(`${path}/hooks/${id}/${verb}`, undefined, { ...call, idempotencyKey });
  const changes = [path];
  const retry = useAction(sending("retry"), { changes, success: "Applying the webhook again." });
  const dismiss = useAction(sending("dismiss"), { changes, success: "Webhook dismissed." });
  const isOpen = status !== "applied" && status !== "dismissed";
  return (
    <Permitted needs={needs}>
      <Group gap="sm">
        {isOpen && (
          <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate(undefined)}>
            Dismiss
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconRotate size={18} />}
          loading={retry.isPending}
          onClick={() => retry.mutate(undefined)}
        >
          Apply again
        </Button>
      </Group>
      <ActionProblem problem={retry.error ?? dismiss.error} />
    </Permitted>
  );
}
