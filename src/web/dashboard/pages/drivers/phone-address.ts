/** Which address a driver's phone opens, and what will not work there. Pure. */

export interface PhoneAddress {
  /** Scheme, host and port. */
  origin: string;
  /** `local`: only the server's own machine can open it. `plain`: browsers withhold much over plain http. */
  problem: "local" | "plain" | null;
}

/** Names and numbers of the machine itself, and of all of its addresses. */
const localHost =
  /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(7f|0:0)[\da-f:]*\])$/;

export function phoneAddressOf(link: string): PhoneAddress {
  const { origin, protocol, hostname } = new URL(link);
  if (localHost.test(hostname)) return { origin, problem: "local" };
  return { origin, problem: protocol === "http:" ? "plain" : null };
}
