import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Environment } from "../../../../infra/environment.ts";
import type { Envelope } from "../../../../messaging/events/event.ts";
import { useEvents } from "../../live.ts";
import { readAgain } from "../../queries.ts";

/** Older ones are in the list. */
const eventsMax = 100;

interface Tail {
  /** Newest first. */
  shown: readonly Envelope[];
  /** What came while it was paused; undefined where it is not. */
  held: readonly Envelope[] | undefined;
}

/** What happens from now on. Paused, it goes on listening, and shows what came when it goes on. */
export function useTail(environment: Environment) {
  const client = useQueryClient();
  const [{ shown, held }, setTail] = useState<Tail>({ shown: [], held: undefined });
  const isBroken = useEvents(environment, {
    onEvent: (_type, data) => {
      const event = JSON.parse(data) as Envelope;
      setTail(({ shown, held }) =>
        held === undefined
          ? { shown: kept([event, ...shown]), held }
          : { shown, held: kept([event, ...held]) },
      );
    },
    onOpen: () => void readAgain(client, ["/platform/events"]),
  });
  return {
    events: shown,
    isBroken,
    isPaused: held !== undefined,
    waiting: held?.length ?? 0,
    /** Of events of the list: one that came while it was paused waits too. */
    isShown: ({ id }: Envelope) => !held?.some((event) => event.id === id),
    toggle: () =>
      setTail(
        held === undefined ? { shown, held: [] } : { shown: kept([...held, ...shown]), held: undefined },
      ),
  };
}

const kept = (events: readonly Envelope[]) => events.slice(0, eventsMax);
