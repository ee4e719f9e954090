import { useThrottledCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { Environment } from "../../infra/environment.ts";
import { addressOf } from "./api.ts";
import { readAgain, sessionQuery } from "./queries.ts";
import { followWhileSeen } from "./stream.ts";

/** However much happens, what shows it is read again no more often. */
const refreshMs = 2_000;

interface Live {
  /** Type and JSON. */
  onEvent: (type: string, data: string) => void;
  /** Open, for the first time or again: what happened before is to be read. */
  onOpen?: () => void;
  /** By default it is. */
  isFollowed?: boolean;
}

/** Follows a stream of the API while the page is seen. Returns whether it is broken just now. */
export function useStream(
  path: string,
  environment: Environment,
  { onEvent, onOpen = () => {}, isFollowed = true }: Live,
): boolean {
  const client = useQueryClient();
  const [isBroken, setIsBroken] = useState(false);
  const takeEvent = useEffectEvent(onEvent);
  const takeOpen = useEffectEvent(onOpen);
  useEffect(() => {
    if (!isFollowed) return;
    return followWhileSeen({
      address: addressOf(path, environment),
      onEvent: (type, data) => takeEvent(type, data),
      onOpen: () => {
        setIsBroken(false);
        takeOpen();
      },
      // Tells whether the server answers, and whether one is still signed in.
      onBreak: () => {
        setIsBroken(true);
        void client.refetchQueries(sessionQuery);
      },
    });
  }, [client, path, environment, isFollowed]);
  return isBroken;
}

/** Calls back whenever something happens in the environment: the event log, live. As `useStream`. */
export function useEvents(environment: Environment, live: Live): boolean {
  return useStream("/platform/events/stream", environment, live);
}

/** Reads what stands at paths, and below them, again when something has happened. */
export function useRefreshAtEvents(environment: Environment, paths: readonly string[]): void {
  const client = useQueryClient();
  const refresh = useThrottledCallback(() => void readAgain(client, paths), refreshMs);
  useEvents(environment, { onEvent: refresh, onOpen: refresh });
}
