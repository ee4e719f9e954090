import { type ComponentType, useEffect, useState } from "react";
import { checkConnection } from "../connection.ts";

/**
 * A piece of a page whose file is loaded when it is needed; undefined until it has come, and where it cannot be had.
 * React's `lazy` holds back what has come, for up to 300 ms.
 * @param load the same function at every call
 */
export function useLate<Props>(
  isNeeded: boolean,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | undefined {
  const [piece, setPiece] = useState<ComponentType<Props>>();
  useEffect(() => {
    if (!isNeeded) return;
    load().then(
      (loaded) => setPiece(() => loaded),
      () => void checkConnection(),
    );
  }, [isNeeded, load]);
  return piece;
}
