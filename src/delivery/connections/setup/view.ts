import { toTimestamp } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { Carrier } from "../../carriers/carrier.ts";
import type { CarrierKind } from "../../carriers/kind.ts";
import type { CarrierRow } from "../../carriers/store.ts";
import { type Settings, secretNames } from "./carrier-settings.ts";
import type { CarrierDetails, CarrierHealth, CarrierKindView } from "./schema.ts";

/** Of shorter secrets the last characters would show too much. */
const hiddenCharactersMin = 12;

export function toKindView({
  code,
  name,
  summary,
  guide,
  capabilities,
  proves,
  settings,
  generated,
  firstSettings,
}: CarrierKind): CarrierKindView {
  // Waybill generates what is left out, so nobody has to fill it in.
  const required = settings.required?.filter((setting) => !(setting in generated)) ?? [];
  return {
    code,
    name,
    summary,
    guide: guide === undefined ? null : `/docs/guides/${guide}`,
    capabilities: [...capabilities],
    proves: [...proves],
    settings_schema: JSON.parse(JSON.stringify({ ...settings, required, additionalProperties: false })),
    first_settings: { ...firstSettings },
  };
}

interface Shown {
  environment: Environment;
  /** Undefined for a kind that this version of Waybill lacks. */
  kind: CarrierKind | undefined;
  /** The connected carrier; undefined if that failed. */
  carrier: Carrier | undefined;
  isFailing: boolean;
  /** What its owner sees; null for anybody else. */
  own: { settings: Settings; health: CarrierHealth; failedWebhooks: number } | null;
}

/** A carrier that somebody set up. */
export function toCarrierDetails(row: CarrierRow, shown: Shown): CarrierDetails {
  const { environment, kind, carrier, isFailing, own } = shown;
  return {
    id: row.id,
    environment,
    code: row.code,
    name: row.name,
    kind: row.kind,
    owner: row.accountId === null ? "installation" : "account",
    status: row.status === "active" && isFailing ? "failing" : row.status,
    settings: own && toSettingsView(kind, row, own.settings),
    capabilities: [...(carrier?.capabilities ?? kind?.capabilities ?? [])],
    proves: [...(carrier?.proves ?? kind?.proves ?? [])],
    services: [...(carrier?.services ?? [])],
    uses_tokens: carrier?.track === undefined,
    receives_hooks: carrier?.readWebhook !== undefined,
    failed_hooks: own?.failedWebhooks ?? null,
    health: own?.health ?? null,
    version: row.version,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

/** A carrier that nobody set up. */
export function toBuiltInDetails(
  { identity, kind, capabilities, proves, services }: Carrier,
  {
    environment,
    isFailing,
    health,
  }: Pick<Shown, "environment" | "isFailing"> & { health: CarrierHealth | null },
): CarrierDetails {
  return {
    ...identity,
    environment,
    kind,
    owner: "installation",
    status: isFailing ? "failing" : "active",
    settings: null,
    capabilities: [...capabilities],
    proves: [...proves],
    services: [...services],
    uses_tokens: false,
    receives_hooks: false,
    failed_hooks: null,
    health,
    version: 1,
    created_at: null,
    updated_at: null,
  };
}

/** The row decides what is secret, besides the schema: a later version of a kind may no longer name a stored secret. */
function toSettingsView(
  kind: CarrierKind | undefined,
  { secrets }: CarrierRow,
  settings: Settings,
): Record<string, unknown> {
  const named = kind ? secretNames(kind) : Object.keys(settings);
  const hiddenNames = new Set([...named, ...Object.keys(secrets)]);
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, hiddenNames.has(name) ? hidden(value) : value]),
  );
}

function hidden(secret: unknown): { set: true; last4: string | null } {
  const isLong = typeof secret === "string" && secret.length >= hiddenCharactersMin;
  return { set: true, last4: isLong ? secret.slice(-4) : null };
}
