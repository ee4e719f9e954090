import { useEffect, useEffectEvent } from "react";

/** Listens to the keys of the whole page. */
export function useKeyDown(onKeyDown: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKeyDown);
  useEffect(() => {
    const press = (event: KeyboardEvent) => handle(event);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
