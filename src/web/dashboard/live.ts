import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { StreamMessage } from "waybill-client/stream";
import type { Environment } from "../../infra/environment.ts";
import { addressOf } from "../browser/api.ts";
import type { Known } from "../browser/paths.ts";
import { followWhileVisible } from "../browser/stream.ts";
import { refreshPaths, sessionQuery } from "./queries.ts";
import { createRounds, type Rounds } from "./rounds.ts";

/** Data is refreshed no more often, however much happens. */
const refreshMs = 2_000;

interface Live {
  onMessage: (message: StreamMessage) => void;
  /** The stream opened or reopened: read what happened before. */
  onOpen?: () => void;
  /** True by default. */
  isFollowed?: boolean;
}

/** Follows a stream of the API while the page is visible. Returns whether the stream is broken. */
export function useStream<const Path extends string>(
  path: Path & Known<"GET", Path>,
  environment: Environment,
  { onMessage, onOpen = () => {}, isFollowed = true }: Live,
): boolean {
  const client = useQueryClient();
  const [isBroken, setIsBroken] = useState(false);
  const handleMessage = useEffectEvent(onMessage);
  const handleOpen = useEffectEvent(onOpen);
  useEffect(() => {
    if (!isFollowed) return;
    return followWhileVisible({
      address: addressOf<Path>(path, environment),
      onMessage: (message) => handleMessage(message),
      onOpen: () => {
        setIsBroken(false);
        handleOpen();
      },
      // Finds out whether the server responds and the session still exists.
      onBreak: () => {
        setIsBroken(true);
        void client.refetchQueries(sessionQuery);
      },
    });
  }, [client, path, environment, isFollowed]);
  return isBroken;
}

/** Follows the event log of the environment; as `useStream`. */
export function useEvents(environment: Environment, live: Live): boolean {
  return useStream("/platform/events/stream", environment, live);
}

type Refresh = (paths: readonly string[]) => void;

/**
 * A function that refreshes paths, and those below them, in rounds: all that a page shows is asked together, at most
 * once in two seconds, and of a hidden page never. The first round is a window away, since the page has just read.
 */
export function useRefresh(): Refresh {
  const client = useQueryClient();
  const rounds = useRef<Rounds<readonly string[]>>(undefined);
  useEffect(() => {
    rounds.current = createRounds({
      run: (paths) => document.hidden || refreshPaths(client, paths.flat()),
      windowMs: refreshMs,
      startsOpen: true,
    });
    const { ask, end } = rounds.current;
    // Coming back to the tab reads what is old: the rounds go on a window later.
    const openWindow = () => ask([]);
    document.addEventListener("visibilitychange", openWindow);
    return () => {
      document.removeEventListener("visibilitychange", openWindow);
      end();
    };
  }, [client]);
  return useCallback((paths) => rounds.current?.ask(paths), []);
}

/** Refreshes these paths, and those below them, after events. Returns the page's function to refresh others. */
export function useRefreshOnEvents(environment: Environment, paths: readonly string[]): Refresh {
  const refresh = useRefresh();
  const refreshAll = () => refresh(paths);
  useEvents(environment, { onMessage: refreshAll, onOpen: refreshAll });
  return refresh;
}
