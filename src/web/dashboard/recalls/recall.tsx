import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { post, remove } from "../../browser/api.ts";
import { Notice } from "../components/notice.tsx";
import { ActionProblem } from "../components/problem.tsx";
import { Time } from "../components/time.tsx";
import { nameOfShipment } from "../format.ts";
import { useAction, useRead } from "../queries.ts";
import type { Side } from "../side.ts";
import { AskReason } from "./ask-reason.tsx";

/** Goods that are on their way come back, or go on after all. */

/** A phone says by itself when it has a recall, and no event tells of it. */
const reachedEveryMs = 5_000;

interface RecallProps {
  side: Side;
  shipment: {
    id: string;
    status: string;
    tracking_number: string;
    reference?: string | null;
    version: number;
    recall_requested_at?: string | null;
  };
  /** Who has the goods; undefined where nobody of the fleet is known. */
  driver: { name: string; phone: string | null } | undefined;
  /** Paths to read again afterwards. */
  changes: readonly string[];
}

/** What the owner of a fleet does with goods that one of its drivers has. */
export function Recall({ shipment, ...of }: RecallProps) {
  if (shipment.status === "returning") return <GoOn shipment={shipment} {...of} />;
  if (shipment.status !== "in_transit") return null;
  return shipment.recall_requested_at == null ? (
    <BringBack shipment={shipment} {...of} />
  ) : (
    <Asked shipment={shipment} askedAt={shipment.recall_requested_at} {...of} />
  );
}

function BringBack({ side, shipment, driver, changes }: RecallProps) {
  const [isAsking, setAsking] = useState(false);
  const { id, version } = shipment;
  const who = driver?.name ?? "Your fleet";
  const recall = useAction(
    (reason: string, idempotencyKey) =>
      post(
        `${side.base}/shipments/${id}/recall`,
        { reason },
        { ...side.call, idempotencyKey, ifVersion: version },
      ),
    { changes, success: `${who} is asked to bring it back.`, onDone: () => setAsking(false) },
  );
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Bring it back…
      </Button>
      {isAsking && (
        <AskReason
          title={`Bring ${nameOfShipment(shipment)} back`}
          submit="Bring it back"
          about={`${who} reads it. The recipient does not.`}
          facts={[
            `The goods turn around when ${driver?.name ?? "the driver"} has seen it. A handover before that counts.`,
            "The price stays. What the quote says of a return counts when the goods are back.",
          ]}
          send={recall.mutateAsync}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** How far the request is: asked, on the phone, seen. */
function Asked({ side, shipment, driver, changes, askedAt }: RecallProps & { askedAt: string }) {
  const { id, version } = shipment;
  const path = `${side.base}/shipments/${id}/recall` as const;
  const { data } = useRead(`${side.base}/driver-notices`, {
    ...side.asking({ shipment_id: id, limit: 10 }),
    refetchInterval: reachedEveryMs,
  });
  const notice = data?.data.find(({ kind, made_at }) => kind === "recall" && made_at >= askedAt);
  const who = driver?.name ?? "The driver";
  const withdraw = useAction(
    (_: undefined, idempotencyKey) => remove(path, { ...side.call, idempotencyKey, ifVersion: version }),
    { changes, success: "It goes on to the recipient." },
  );
  const confirm = useAction(
    (_: undefined, idempotencyKey) =>
      post(`${path}/seen`, {}, { ...side.call, idempotencyKey, ifVersion: version }),
    { changes, success: "It is on its way back." },
  );
  return (
    <Stack gap="xs" w="100%">
      <Notice tone="warn" role="status">
        Asked to bring it back <Time at={askedAt} />.{" "}
        {notice?.reached_at ? (
          <>
            On the phone <Time at={notice.reached_at} />. {who} has not seen it.
          </>
        ) : notice ? (
          `It is not on ${driver ? `${driver.name}’s` : "the"} phone yet.`
        ) : (
          "No driver’s phone shows it. Tell who has the goods."
        )}
      </Notice>
      <ActionProblem problem={withdraw.error ?? confirm.error} />
      <Group gap="xs">
        {driver?.phone && (
          <Button component="a" href={`tel:${driver.phone}`} size="xs" variant="default">
            Call {driver.name}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={confirm.isPending}
          onClick={() => confirm.mutate(undefined)}
        >
          {driver ? `${driver.name} knows` : "The driver knows"}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate(undefined)}
        >
          Go on with the delivery
        </Button>
      </Group>
    </Stack>
  );
}

function GoOn({ side, shipment, driver, changes }: RecallProps) {
  const [isAsking, setAsking] = useState(false);
  const { id, version } = shipment;
  const goOn = useAction(
    (reason: string, idempotencyKey) =>
      post(
        `${side.base}/shipments/${id}/correction`,
        { status: "in_transit", reason },
        { ...side.call, idempotencyKey, ifVersion: version },
      ),
    { changes, success: "It goes on to the recipient.", onDone: () => setAsking(false) },
  );
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Go on with the delivery…
      </Button>
      {isAsking && (
        <AskReason
          title={`Go on with ${nameOfShipment(shipment)}`}
          submit="Go on with the delivery"
          about="It stands in the timeline. The recipient does not see it."
          facts={[
            `${driver?.name ?? "The driver"} reads “Deliver it after all”, and has the delivery as a stop again.`,
            "The recipient’s page shows that it comes.",
          ]}
          send={goOn.mutateAsync}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
