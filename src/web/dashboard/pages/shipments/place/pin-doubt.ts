import { useState } from "react";
import type { Place } from "@/web/map/place.ts";
import type { TypedAddress } from "./located.ts";

/** Whether a pin was set for another address than the one that is typed now. */

/** Whether a part was there and says something else now; what was empty only becomes complete. */
export function contradicts(before: TypedAddress, now: TypedAddress): boolean {
  const names = Object.keys(before) as (keyof TypedAddress)[];
  return names.some((name) => {
    const [was, is] = [before[name].trim(), now[name].trim()];
    return was !== "" && was !== is;
  });
}

/** The address that a pin was set for, until somebody says that it holds for the typed one too. */
export function usePinDoubt(pin: Place | undefined, typed: TypedAddress) {
  const key = pin && `${pin.latitude} ${pin.longitude}`;
  const [held, setHeld] = useState({ key, address: typed });
  // A pin that was just set is meant for what stands there.
  const current = held.key === key ? held : { key, address: typed };
  if (current !== held) setHeld(current);
  const isDoubtful = pin !== undefined && contradicts(current.address, typed);
  return {
    /** Undefined where nobody has to be asked. */
    earlier: isDoubtful ? current.address : undefined,
    keep: (address = typed) => setHeld({ key, address }),
  };
}
