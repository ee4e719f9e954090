import { useEffect, useState } from "react";

/**
 * The secret part of the link that opened the page; empty without one. Servers and logs never see what follows the
 * `#`, and the address loses it, so that nobody copies it by accident.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  return token;
}
