import { useThrottledCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { Environment } from "../environment.ts";
import { eventTypes } from "../events/event.ts";
import { addressOf } from "./api.ts";

/** However much happens, what shows it is read again no more often. */
const refreshMs = 2_000;

/** Calls back whenever something happens in the environment: the event log, live. */
export function useEvents(environment: Environment, onEvent: (event: MessageEvent<string>) => void): void {
  useEffect(() => {
    const stream = new EventSource(addressOf("/platform/events/stream", environment));
    for (const type of eventTypes) stream.addEventListener(type, onEvent);
    return () => stream.close();
  }, [environment, onEvent]);
}

/** Reads what stands under a path again when something has happened. */
export function useRefreshAtEvents(environment: Environment, path: string): void {
  const client = useQueryClient();
  const refresh = useThrottledCallback(() => void client.invalidateQueries({ queryKey: [path] }), refreshMs);
  useEvents(
    environment,
    useCallback(() => refresh(), [refresh]),
  );
}
