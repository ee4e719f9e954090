import { OptionalKind, Type } from "@sinclair/typebox";
import { type FieldError, refuseFields } from "../../../infra/errors.ts";
import { isObject, memberPointer } from "../../../infra/http/json.ts";
import { errorsOf } from "../../../infra/http/validation.ts";
import type { Ids } from "../../../infra/ids.ts";
import type { CarrierKind } from "../../carriers/kind.ts";

/** Settings of a carrier as its owner sends them: complete, or as a merge patch. */

export type Settings = Readonly<Record<string, unknown>>;

/** Enough for any kind; a bound on what a row holds. */
const charactersMax = 32_768;
const place = "#/settings";

/** The settings that are never shown again. */
export function secretNames({ settings }: CarrierKind): string[] {
  const { properties } = settings;
  return Object.keys(properties).filter((name) => properties[name]?.writeOnly === true);
}

/** Merge patch, RFC 7396. */
export function merged(before: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const members = new Map(isObject(before) ? Object.entries(before) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, merged(members.get(name), value));
  }
  return Object.fromEntries(members);
}

/** Empty texts of settings that may be left out count as null, as in every body. */
export function withoutEmpty({ settings: { properties } }: CarrierKind, sent: Settings): Settings {
  const members = Object.entries(sent).map(([name, value]) => {
    const isEmpty = typeof value === "string" && value.trim() === "";
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // For a setting that is no text it is a mistake, and null would be a choice: that of the default.
    const mayBeLeftOut = schema?.type === "string" && OptionalKind in schema;
    return [name, isEmpty && mayBeLeftOut ? null : value];
  });
  return Object.fromEntries(members);
}

/** Adds what the kind makes itself where it is left out. @returns the settings, and what was added */
export function withGenerated(
  { generated }: CarrierKind,
  settings: Settings,
  ids: Ids,
): { settings: Settings; made: Record<string, string> } {
  const missing = Object.entries(generated).filter(([name]) => settings[name] === undefined);
  const made = Object.fromEntries(missing.map(([name, make]) => [name, make(ids)]));
  return { settings: { ...settings, ...made }, made };
}

/** @throws AppError `validation_failed` with the place of each fault */
export function refuseUnfit(kind: CarrierKind, settings: Settings): void {
  const shape = Type.Object({
    settings: Type.Object(kind.settings.properties, { additionalProperties: false }),
  });
  refuseFields(errorsOf(shape, { settings }, "pointer"));
  if (JSON.stringify(settings).length > charactersMax) {
    const detail = `must have at most ${charactersMax} characters as JSON`;
    refuseFields([{ pointer: place, code: "max_length", detail }]);
  }
}

/** The secrets that a patch must bring again, because it changes an address: they would go to somebody else. */
export function missingSecrets(
  kind: CarrierKind,
  before: Settings,
  after: Settings,
  patch: Settings,
): FieldError[] {
  if (kind.addressSettings.every((name) => before[name] === after[name])) return [];
  return secretNames(kind)
    .filter((name) => before[name] !== undefined && !(name in patch))
    .map((name) => ({
      pointer: memberPointer(place, name),
      code: "secret_required",
      detail: "must be sent again, because an address changes",
    }));
}

/** Where a setting stands in a body. */
export function settingPointer(name: string): string {
  return memberPointer(place, name);
}
