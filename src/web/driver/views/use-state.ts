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

/** Does one thing at a time: fingers tap twice. */
export function useOnce(): (task: () => Promise<void>) => void {
  const isBusy = useRef(false);
  return (task) => {
    if (isBusy.current) return;
    isBusy.current = true;
    void task().finally(() => {
      isBusy.current = false;
    });
  };
}
