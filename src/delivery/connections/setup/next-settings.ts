import type { Deps, Writing } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import type { CarrierKind } from "../../carriers/kind.ts";
import type { Manager, Side } from "../../carriers/service.ts";
import { openSettings, secretPlace } from "../../carriers/settings.ts";
import type { CarrierRow } from "../../carriers/store.ts";
import {
  merged,
  missingSecrets,
  refuseUnfit,
  type Settings,
  secretNames,
  withGenerated,
  withoutEmpty,
} from "./carrier-settings.ts";
import { kindsOf } from "./reading.ts";
import type { CreateCarrier } from "./schema.ts";

/** The settings that a carrier gets, judged by its kind, and how they are stored. */

/** The settings of a new carrier, with the secrets that Waybill makes. @throws AppError `validation_failed` */
export function firstSettings(
  deps: DeliveryDeps,
  caller: Manager,
  side: Side,
  input: Pick<CreateCarrier, "kind" | "settings">,
): NextSettings {
  const kind = requireKind(deps, caller, input.kind);
  const given = merged({}, withoutEmpty(kind, input.settings)) as Settings;
  const unnamed = side === "account" ? kind.firstSettings : undefined;
  const { settings, made } = withGenerated(kind, { ...unnamed, ...given }, deps.ids);
  refuseUnfit(kind, settings);
  return { kind, settings, made };
}

/** @throws AppError `validation_failed` */
export function requireKind(deps: DeliveryDeps, caller: Manager, code: string): CarrierKind {
  const kinds = kindsOf(deps, caller);
  const kind = kinds.find((candidate) => candidate.code === code);
  if (kind) return kind;
  const known = kinds.map((candidate) => candidate.code).join(", ");
  throw invalidField(
    "#/kind",
    "enum",
    known === "" ? "is unknown: there are no kinds" : `must be one of ${known}`,
  );
}

/** Settings as they are to become. */
export interface NextSettings {
  kind: CarrierKind;
  settings: Settings;
  /** The secrets among them that Waybill made. */
  made: Record<string, string>;
}

const secretsAgain = "Enter the carrier's secrets again: its address changed.";

/** @throws AppError `validation_failed`, `secret_required` */
export function patchedSettings(
  deps: Deps,
  kind: CarrierKind,
  before: CarrierRow,
  sent: Settings,
): NextSettings {
  const opened = openSettings(deps.vault, before);
  const patch = withoutEmpty(kind, sent);
  const { settings, made } = withGenerated(kind, merged(opened, patch) as Settings, deps.ids);
  refuseUnfit(kind, settings);
  const missing = missingSecrets(kind, opened, settings, patch);
  if (missing.length > 0) {
    const madeAgain = "signing_secret" in kind.generated ? " Null makes a new signing secret." : "";
    throw new AppError("secret_required", { detail: `${secretsAgain}${madeAgain}`, errors: missing });
  }
  return { kind, settings, made };
}

/** Settings and secrets as they are stored; a secret that did not change stays. @throws AppError `secret_key_missing` */
export function storedSettings(
  { deps: { vault }, environment }: Writing,
  { kind, settings }: Omit<NextSettings, "made">,
  { id, secrets }: Pick<CarrierRow, "id" | "secrets">,
): Pick<CarrierRow, "settings" | "secrets"> {
  const names = secretNames(kind).filter((name) => settings[name] != null);
  if (names.length > 0 && environment === "live" && vault.mark === null)
    throw new AppError("secret_key_missing");
  const sealed = names.map((name) => {
    const [place, kept, text] = [secretPlace(id, name), secrets[name], String(settings[name])];
    const isSame = kept !== undefined && vault.open(kept, place) === text;
    return [name, isSame ? kept : vault.seal(text, place)] as const;
  });
  return {
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name))),
    secrets: Object.fromEntries(sealed),
  };
}
