import type { Deps } from "../../../infra/deps.ts";
import { type FieldError, refuseFields } from "../../../infra/errors.ts";
import type { StoredSecret } from "../../../infra/secrets/vault.ts";
import { headerPlace } from "./endpoint.ts";
import type { Faults } from "./faults.ts";
import { headerErrors, headersMax, mergedHeaders } from "./headers.ts";
import type { CreateWebhook, PatchWebhook } from "./schema.ts";
import type { EndpointRow } from "./store.ts";

/** The columns that an endpoint's owner sets. */
type Settings = Pick<
  EndpointRow,
  "url" | "events" | "description" | "headers" | "ordering" | "maxPerSecond" | "faults"
>;

/** The names of these columns in the API. */
const fieldNames = {
  url: "url",
  events: "events",
  description: "description",
  headers: "headers",
  ordering: "ordering",
  maxPerSecond: "max_per_second",
  faults: "faults",
  disabledReason: "enabled",
} as const satisfies Record<keyof Settings | "disabledReason", string>;

const noFaults: Faults = { duplicate: 0, reorder: 0, delaySeconds: 0, dropFirstAttempt: false };
const unset = { description: null, headers: {}, ordering: "none", maxPerSecond: null, faults: null } as const;

/** @throws AppError `validation_failed` */
export function settingsOf(deps: Deps, id: string, input: CreateWebhook): Settings {
  return patchedSettings(deps, { id, ...unset, url: input.url, events: input.events }, input);
}

/** Settings after a merge patch, RFC 7396. @throws AppError `validation_failed` */
export function patchedSettings(
  deps: Deps,
  before: Settings & Pick<EndpointRow, "id">,
  patch: Omit<PatchWebhook, "enabled">,
): Settings {
  return {
    url: patch.url ?? before.url,
    events: patch.events ?? before.events,
    description: patch.description === undefined ? before.description : patch.description,
    headers: patchedHeaders(deps, before, patch.headers),
    ordering: patch.ordering ?? before.ordering,
    maxPerSecond: patch.max_per_second === undefined ? before.maxPerSecond : patch.max_per_second,
    faults: patchedFaults(before.faults, patch.faults),
  };
}

/** The API names of the fields in which two rows differ. A header that is set again counts. */
export function changedFields(before: EndpointRow, after: EndpointRow): string[] {
  const isSame = (name: keyof EndpointRow) => Bun.deepEquals(before[name], after[name]);
  return Object.entries(fieldNames).flatMap(([name, field]) =>
    isSame(name as keyof typeof fieldNames) ? [] : [field],
  );
}

function patchedHeaders(
  { vault }: Deps,
  { id, headers }: Pick<EndpointRow, "id" | "headers">,
  patch: PatchWebhook["headers"],
): Record<string, StoredSecret> {
  if (patch == null) return mergedHeaders<StoredSecret>(headers, patch);
  refuseFields(headerErrors(patch));
  const kept = Object.entries(patch).map(([name, value]) => {
    const place = headerPlace(id, name.toLowerCase());
    return [name, value === null ? null : vault.seal(value, place)] as const;
  });
  const merged = mergedHeaders<StoredSecret>(headers, Object.fromEntries(kept));
  refuseFields(countErrors(Object.keys(merged).length));
  return merged;
}

function countErrors(count: number): FieldError[] {
  if (count <= headersMax) return [];
  return [
    { pointer: "#/headers", code: "max_properties", detail: `must have at most ${headersMax} headers` },
  ];
}

function patchedFaults(before: Faults | null, patch: PatchWebhook["faults"]): Faults | null {
  if (patch === undefined) return before;
  if (patch === null) return null;
  const base = before ?? noFaults;
  return {
    duplicate: patch.duplicate ?? base.duplicate,
    reorder: patch.reorder ?? base.reorder,
    delaySeconds: patch.delay_seconds ?? base.delaySeconds,
    dropFirstAttempt: patch.drop_first_attempt ?? base.dropFirstAttempt,
  };
}
