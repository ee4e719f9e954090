import { Button, Group } from "@mantine/core";
import { IconPlayerSkipForward, IconRotate, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { Section } from "../../components/section.tsx";
import { DiscardWaiting } from "./discard-waiting.tsx";
import { RecoverFailed } from "./recover-failed.tsx";
import { ReplayMissed } from "./replay-missed.tsx";

interface RecoveryProps {
  webhook: WebhookView;
  /** How many deliveries wait, as text. */
  waiting: string;
}

/** Actions after an outage: resend what failed, send what was missed, or discard what waits. */
export function Recovery({ webhook, waiting }: RecoveryProps) {
  const [dialog, setDialog] = useState<"recover" | "replay" | "discard">();
  const close = () => setDialog(undefined);
  return (
    <Section title="Recover from an outage" lead="Resend what your program missed, or discard what waits.">
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconRotate size={18} />}
          disabled={!webhook.enabled}
          onClick={() => setDialog("recover")}
        >
          Recover failed…
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerSkipForward size={18} />}
          disabled={!webhook.enabled}
          onClick={() => setDialog("replay")}
        >
          Replay missed…
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={18} />}
          disabled={waiting === "0"}
          onClick={() => setDialog("discard")}
        >
          Discard waiting…
        </Button>
      </Group>
      {dialog === "recover" && <RecoverFailed webhook={webhook} onClose={close} />}
      {dialog === "replay" && <ReplayMissed webhook={webhook} onClose={close} />}
      {dialog === "discard" && <DiscardWaiting webhook={webhook} waiting={waiting} onClose={close} />}
    </Section>
  );
}
