import { useEffect, useRef, useState } from "preact/hooks";
import { systemClock } from "../../../infra/clock.ts";
import { currentState, onChange, type State } from "../model.ts";

/** The state of the page, drawn anew at each change. */
export function useDriverState(): State {
  const [state, setState] = useState(currentState);
  useEffect(() => {
    setState(currentState());
    return onChange(() => setState(currentState()));
  }, []);
  return state;
}

/** The time, which goes on by `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(systemClock.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/**
 * Keeps what a form says, once: fingers tap twice. Where the phone has no room for it, the form must stay open, as nothing
 * else holds what was entered.
 */
export function useKeeping(): {
  isFull: boolean;
  keep(task: () => Promise<boolean>, onKept: () => void): void;
} {
  const isBusy = useRef(false);
  const [isFull, setFull] = useState(false);
  async function keepNow(task: () => Promise<boolean>, onKept: () => void) {
    const isKept = await task();
    setFull(!isKept);
    if (isKept) onKept();
  }
  return {
    isFull,
    keep(task, onKept) {
      if (isBusy.current) return;
      isBusy.current = true;
      void keepNow(task, onKept).finally(() => {
        isBusy.current = false;
      });
    },
  };
}
