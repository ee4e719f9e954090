import { useCallback, useState } from "react";
import type { Environment } from "../../../environment.ts";
import type { Envelope } from "../../../events/event.ts";
import { useEvents } from "../../live.ts";

/** Older ones are in the list. */
const eventsMax = 100;

interface Tail {
  environment: Environment;
  /** Newest first. */
  shown: readonly Envelope[];
  /** What came while it was paused; undefined where it is not. */
  held: readonly Envelope[] | undefined;
}

/** What happens from now on. Paused, it goes on listening, and shows what came when it goes on. */
export function useTail(environment: Environment) {
  const [tail, setTail] = useState<Tail>(begin(environment));
  const { shown, held } = tail.environment === environment ? tail : begin(environment);
  const take = useCallback(
    ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as Envelope;
      setTail((before) => {
        const { shown, held } = before.environment === environment ? before : begin(environment);
        return held === undefined
          ? { environment, shown: kept([event, ...shown]), held }
          : { environment, shown, held: kept([event, ...held]) };
      });
    },
    [environment],
  );
  useEvents(environment, take);
  return {
    events: shown,
    isPaused: held !== undefined,
    waiting: held?.length ?? 0,
    toggle: () =>
      setTail(
        held === undefined
          ? { environment, shown, held: [] }
          : { environment, shown: kept([...held, ...shown]), held: undefined },
      ),
  };
}

const begin = (environment: Environment): Tail => ({ environment, shown: [], held: undefined });
const kept = (events: readonly Envelope[]) => events.slice(0, eventsMax);
