import { ActionIcon, Anchor, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { StopView } from "@/delivery/fleet/dispatch/stops/schema.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { WindowText } from "../../components/window-text.tsx";
import { humanize } from "../../format.ts";
import type { Board } from "./board.ts";

interface StopsProps {
  stops: readonly StopView[];
  isBusy: boolean;
  /** Undefined for people who may only look. */
  reorder: ((ids: string[]) => void) | undefined;
  choose: Board["choose"];
}

const stopType = "application/x-waybill-stop";

/** A driver's stops. Drag one to another place, or move it with its buttons. */
export function Stops({ stops, isBusy, reorder, choose }: StopsProps) {
  const [over, setOver] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef("");
  const ids = stops.filter(({ state }) => state !== "offered").map(({ id }) => id);
  const order = ids.join();
  // A button that moves with its stop loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order decides
  useEffect(() => {
    const label = moved.current;
    moved.current = "";
    if (label !== "") list.current?.querySelector<HTMLElement>(`[data-move="${label}"]`)?.focus();
  }, [order]);
  if (stops.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {reorder ? "No stops. Drag a job here from the list, onto the driver." : "No stops."}
      </Text>
    );
  const move = (id: string, to: number) => {
    const moved = withMoved(ids, id, to);
    if (isPossible(moved)) reorder?.(moved);
    else notifications.show({ message: "A pickup comes before its delivery." });
  };
  return (
    <ul ref={list} className="plain-list">
      {stops.map((stop) => {
        const place = ids.indexOf(stop.id);
        const isOwn = place >= 0 && reorder !== undefined;
        return (
          <li
            key={stop.id}
            className="dispatch-item"
            data-over={over === stop.id || undefined}
            draggable={isOwn}
            onDragStart={({ dataTransfer }) => dataTransfer.setData(stopType, stop.id)}
            onDragOver={(event) => {
              if (!isOwn || !event.dataTransfer.types.includes(stopType)) return;
              event.preventDefault();
              setOver(stop.id);
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(undefined);
              move(event.dataTransfer.getData(stopType), place);
            }}
          >
            <Group gap="xs" p="xs" wrap="nowrap" justify="space-between">
              <Stop stop={stop} choose={choose} />
              {isOwn && (
                <Group gap={2} wrap="nowrap">
                  {[
                    { word: "up", icon: IconArrowUp, to: place - 1 },
                    { word: "down", icon: IconArrowDown, to: place + 1 },
                  ].map(({ word, icon: Icon, to }) => (
                    <ActionIcon
                      key={word}
                      variant="default"
                      data-move={`${stop.id}-${word}`}
                      aria-label={`Move ${nameOf(stop)} ${word}`}
                      disabled={to < 0 || to >= ids.length || !isPossible(withMoved(ids, stop.id, to))}
                      onClick={() => {
                        if (isBusy) return;
                        moved.current = `${stop.id}-${word}`;
                        move(stop.id, to);
                      }}
                    >
                      <Icon size={16} />
                    </ActionIcon>
                  ))}
                </Group>
              )}
            </Group>
          </li>
        );
      })}
    </ul>
  );
}

function withMoved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/** A pickup comes before its delivery; the id of a stop ends with its kind. */
function isPossible(ids: readonly string[]): boolean {
  return ids.every((id, at) => {
    const [assignment = "", kind] = id.split(".");
    return kind !== "delivery" || ids.indexOf(`${assignment}.pickup`) < at;
  });
}

function Stop({ stop, choose }: { stop: StopView; choose: Board["choose"] }) {
  const { state, window, estimated_at, shipment_id } = stop;
  const name = stop.reference ?? stop.tracking_number;
  return (
    <div>
      <Group gap={6}>
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          onClick={() => choose({ shipment: shipment_id })}
        >
          {nameOf(stop)}
        </Anchor>
        {state !== "planned" && (
          <StatusBadge tone={state === "next" ? "busy" : "warn"}>{humanize(state)}</StatusBadge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {name !== null && `${name} · `}
        {window ? (
          <WindowText window={window} place={stop.address} />
        ) : (
          <Time at={estimated_at} none="No window" />
        )}
      </Text>
    </div>
  );
}

/** `Pickup, Torstr. 1`; of an offered job only the town. */
function nameOf({ kind, address: { line1, city } }: StopView): string {
  return `${humanize(kind)}, ${line1 ?? city}`;
}
