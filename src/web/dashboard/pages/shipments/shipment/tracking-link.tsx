import { Anchor, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { post, remove } from "@/web/browser/api.ts";
import { Confirm } from "../../../components/confirm.tsx";
import { Copy } from "../../../components/copy.tsx";
import { Permitted } from "../../../components/permitted.tsx";
import { useAction } from "../../../queries.ts";

/** The recipient's page, and what can be done about a link that reached the wrong person. */
export function TrackingLink({ shipment }: { shipment: ShipmentView }) {
  const { id, environment, tracking_url: url } = shipment;
  const [dialog, setDialog] = useState<"end" | "replace" | null>(null);
  const close = () => setDialog(null);
  const path = `/platform/shipments/${id}/tracking-link` as const;
  const changes = ["/platform/shipments", `/platform/tracking/${id}`];
  const replace = useAction(
    (_: undefined, idempotencyKey) => post(path, undefined, { environment, idempotencyKey }),
    { changes, success: () => "New tracking link created.", onDone: close },
  );
  const end = useAction(() => remove(path, { environment }), {
    changes,
    success: () => "The tracking link has ended.",
    onDone: close,
  });
  return (
    <Group gap="xs">
      {url === null ? (
        <Text size="sm">The link has ended.</Text>
      ) : (
        <>
          <Anchor href={new URL(url).pathname} target="_blank" inherit>
            Open tracking page
          </Anchor>
          <Copy text={url} label="Copy the tracking link" />
          {"share" in navigator && (
            <Button size="compact-xs" variant="default" onClick={() => share(url)}>
              Share
            </Button>
          )}
        </>
      )}
      <Permitted needs={["shipments:write"]}>
        <Button size="compact-xs" variant="default" onClick={() => setDialog("replace")}>
          New link
        </Button>
        {url !== null && (
          <Button size="compact-xs" variant="default" onClick={() => setDialog("end")}>
            End link
          </Button>
        )}
      </Permitted>
      {dialog === "replace" && (
        <Confirm
          title="Create a new tracking link"
          submit="Create link"
          send={() => replace.mutateAsync(undefined)}
          onClose={close}
        >
          The old link stops working at once. Send the new one to the recipient.
        </Confirm>
      )}
      {dialog === "end" && (
        <Confirm
          title="End the tracking link"
          submit="End link"
          send={() => end.mutateAsync(undefined)}
          onClose={close}
        >
          Whoever opens it reads that it has ended. You can create a new link later.
        </Confirm>
      )}
    </Group>
  );
}

/** By what the device offers. Closing its dialog is no error. */
function share(url: string): void {
  void navigator.share({ url }).catch(() => {});
}
