import { useThrottledCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { StreamMessage } from "waybill-client/stream";
import type { Environment } from "../../infra/environment.ts";
import { addressOf } from "./api.ts";
import { refreshPaths, sessionQuery } from "./queries.ts";
import { followWhileVisible } from "./stream.ts";

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
export function useStream(
  path: string,
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
      address: addressOf(path, environment),
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

/** Refreshes these paths, and those below them, after events. */
export function useRefreshOnEvents(environment: Environment, paths: readonly string[]): void {
  const client = useQueryClient();
  const refresh = useThrottledCallback(() => void refreshPaths(client, paths), refreshMs);
  useEvents(environment, { onMessage: refresh, onOpen: refresh });
}
