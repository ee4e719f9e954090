import type { Role } from "../../../../access/roles.ts";
import { roles } from "../../../../access/roles.ts";
import { humanize } from "../../format.ts";

/** What each role may do, in the words of a person who chooses one. */
export const roleDescriptions = {
  owner: "Can do everything, including people and the account itself.",
  developer: "Can do everything except change people and the account itself.",
  dispatcher: "Works with shipments, drivers and dispatch. Sees no webhooks, API keys or audit log.",
  viewer: "Sees what happens and changes nothing. Sees no API keys, audit log or PINs, and exports nothing.",
} as const satisfies Record<Role, string>;

export const roleData = roles.map((value) => ({ value, label: humanize(value) }));
