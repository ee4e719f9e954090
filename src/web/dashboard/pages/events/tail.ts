import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Environment } from "@/infra/environment.ts";
import type { Envelope } from "@/messaging/events/event.ts";
import { useEvents, useRefresh } from "../../live.ts";
import { refreshPaths } from "../../queries.ts";
import { createRounds } from "../../rounds.ts";

/** The list has the older ones. */
const eventsMax = 50;
/** The first event is shown at once, and a stream of them in steps that the eye can follow. */
const stepMs = 500;

interface Tail {
  /** Newest first. */
  shown: readonly Envelope[];
  /** Events that arrived while the list was paused; undefined while it is not. */
  held: readonly Envelope[] | undefined;
}

/** Events from now on. While paused it keeps listening, and shows what it held when it resumes. */
export function useTail(environment: Environment) {
  const client = useQueryClient();
  const [{ shown, held }, setTail] = useState<Tail>({ shown: [], held: undefined });
  const refresh = useRefresh();
  const [rounds] = useState(() => {
    let arrived = 0;
    return createRounds<Envelope>({
      run: (events) => {
        arrived += events.length;
        // The list must begin where the kept ones end.
        if (arrived > eventsMax) refresh(["/platform/events"]);
        const news = events.toReversed();
        setTail(({ shown, held }) =>
          held === undefined
            ? { shown: kept([...news, ...shown]), held }
            : { shown, held: kept([...news, ...held]) },
        );
      },
      windowMs: stepMs,
    });
  });
  const isBroken = useEvents(environment, {
    onMessage: ({ data }) => rounds.ask(data as Envelope),
    onOpen: () => void refreshPaths(client, ["/platform/events"]),
  });
  return {
    events: shown,
    isBroken,
    isPaused: held !== undefined,
    waiting: held?.length ?? 0,
    /** False for an event that waits because the list is paused. */
    isShown: ({ id }: Envelope) => !held?.some((event) => event.id === id),
    toggle: () =>
      setTail(
        held === undefined ? { shown, held: [] } : { shown: kept([...held, ...shown]), held: undefined },
      ),
  };
}

const kept = (events: readonly Envelope[]) => events.slice(0, eventsMax);
