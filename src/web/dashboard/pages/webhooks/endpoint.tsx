import { Button, Group, Stack, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { ObjectError } from "../../components/object-error.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { TabLinks } from "../../components/tab-links.tsx";
import { EndpointState } from "./endpoint-state.tsx";
import { nameOf, useEndpoint } from "./endpoints.ts";
import { TestEvent } from "./test-event.tsx";

const tabs = [
  { label: "Health", to: "/$environment/webhooks/$webhookId", isExact: true },
  { label: "Deliveries", to: "/$environment/webhooks/$webhookId/deliveries" },
  { label: "Verify", to: "/$environment/webhooks/$webhookId/verification" },
  { label: "Settings", to: "/$environment/webhooks/$webhookId/settings" },
] as const;

/** The header of an endpoint's pages. */
export function WebhookPage() {
  const { webhookId, data: webhook, error } = useEndpoint();
  const [isTesting, setIsTesting] = useState(false);
  if (error && !webhook) return <ObjectError problem={error} kind="endpoint" />;
  if (!webhook) return <PageSkeleton />;
  return (
    <Page
      title={nameOf(webhook)}
      windowName={nameOf(webhook)}
      lead={
        <Group gap="xs" component="span">
          <EndpointState webhook={webhook} />
          <Text span inherit className="wrapping">
            {webhook.url}
          </Text>
        </Group>
      }
      action={
        <Permitted needs={["webhooks:write"]}>
          <Button
            leftSection={<IconSend size={18} />}
            disabled={!webhook.enabled}
            onClick={() => setIsTesting(true)}
          >
            Send test event
          </Button>
        </Permitted>
      }
    >
      <TabLinks label={nameOf(webhook)} tabs={tabs} params={{ webhookId }} />
      <Stack gap="lg">
        <Outlet />
      </Stack>
      {isTesting && <TestEvent webhook={webhook} onClose={() => setIsTesting(false)} />}
    </Page>
  );
}
