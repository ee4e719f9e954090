import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { CarrierWebhookAddress } from "@/delivery/connections/carrier-webhooks/inbox/schema.ts";
import { get, post } from "../../../browser/api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { useAction } from "../../queries.ts";
import { KindGuide, useKinds } from "./kinds.tsx";
import { useCarrier } from "./use-carrier.ts";

/** Where the carrier sends its webhooks. The URL holds a secret, so it is shown on request. */
export function HookAddress() {
  const { environment, path, call, changes, needs, data: carrier } = useCarrier();
  const kind = useKinds(environment)?.find(({ code }) => code === carrier?.kind);
  const [address, setAddress] = useState<CarrierWebhookAddress>();
  const [isReplacing, setIsReplacing] = useState(false);
  const show = useAction((_: undefined) => get(`${path}/hook-address`, call), {
    changes: [],
    onDone: setAddress,
  });
  const replace = useAction((_: undefined) => post(`${path}/hook-address/rotation`, undefined, call), {
    changes,
    onDone: setAddress,
    success: "The address was replaced. Enter the new one at the carrier.",
  });
  return (
    <Section
      title="Webhook address"
      lead={
        <>
          Enter it at the carrier, so that news arrives at once. Waybill also asks the carrier from time to
          time. {kind && <KindGuide kind={kind} />}
        </>
      }
      action={
        <Permitted needs={needs}>
          <Group gap="sm">
            {!address && (
              <Button variant="default" loading={show.isPending} onClick={() => show.mutate(undefined)}>
                Show address
              </Button>
            )}
            <Button variant="default" onClick={() => setIsReplacing(true)}>
              Replace…
            </Button>
          </Group>
        </Permitted>
      }
    >
      <ActionProblem problem={show.error} />
      {address ? (
        <Snippet label="Webhook address" text={address.url} />
      ) : (
        <Text size="sm" c="dimmed">
          Whoever knows the address can send webhooks to Waybill. Keep it secret.
        </Text>
      )}
      {isReplacing && (
        <Confirm
          title="Replace the webhook address"
          submit="Replace address"
          send={() => replace.mutateAsync(undefined)}
          onClose={() => setIsReplacing(false)}
        >
          The old address ends at once. Until you enter the new one at the carrier, Waybill learns its news
          only by asking.
        </Confirm>
      )}
    </Section>
  );
}
