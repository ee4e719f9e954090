import { type ComponentType, useEffect, useState } from "react";
import { checkConnection } from "../connection.ts";

/**
 * A component that loads when it is needed; undefined until then, and if it fails to load. React's `lazy` would hold
 * back a loaded component for up to 300 ms.
 * @param load the same function at every call
 */
export function useLazy<Props>(
  isNeeded: boolean,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState<ComponentType<Props>>();
  useEffect(() => {
    if (!isNeeded) return;
    load().then(
      (loaded) => setComponent(() => loaded),
      () => void checkConnection(),
    );
  }, [isNeeded, load]);
  return component;
}
