import { humanize } from "./format.ts";

/** The part of JSON Schema that describes a carrier's settings, and the values of a form drawn from it. */

export interface SettingsSchema {
  properties: Readonly<Record<string, SettingSchema>>;
  required?: readonly string[];
}

export interface SettingSchema {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  examples?: readonly unknown[];
  format?: string;
  enum?: readonly string[];
  anyOf?: readonly { const?: unknown; type?: string }[];
  /** Of a list. */
  items?: SettingSchema;
  /** A secret: it is sent, never shown. */
  writeOnly?: boolean;
  /** The setting means something only while these other settings have these values. */
  "x-only-with"?: Readonly<Record<string, unknown>>;
}

export type SettingValues = Record<string, unknown>;

/** The title of a setting, or else its name in words. */
export function labelOf(name: string, { title }: SettingSchema): string {
  return title ?? humanize(name);
}

/** The words to choose from; undefined where any text may be typed. */
export function wordsOf({ enum: words, anyOf }: SettingSchema): string[] | undefined {
  if (words) return [...words];
  const constants = anyOf?.map((choice) => choice.const).filter((value) => typeof value === "string");
  return constants && constants.length > 0 ? constants : undefined;
}

/** Its JSON type, also of a setting that may be null. */
export function typeOf({ type, anyOf }: SettingSchema): string | undefined {
  return type ?? anyOf?.map((choice) => choice.type).find((each) => each !== undefined && each !== "null");
}

/** What a form shows at first: the present settings, else the defaults. Secrets are empty. */
export function settingValuesOf(
  schema: SettingsSchema,
  settings: Readonly<Record<string, unknown>> = {},
): SettingValues {
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, setting]) => [name, initialOf(setting, settings[name])]),
  );
}

function initialOf(setting: SettingSchema, value: unknown): unknown {
  if (setting.writeOnly) return "";
  const shown = value ?? setting.default;
  if (setting.type === "boolean") return shown === true;
  if (setting.type === "array") return shown ?? [];
  return shown ?? "";
}

/** The settings that mean something beside the others. */
export function shownSettings(
  { properties }: SettingsSchema,
  values: SettingValues,
): [string, SettingSchema][] {
  return Object.entries(properties).filter(([, { "x-only-with": others = {} }]) =>
    Object.entries(others).every(([name, value]) => values[name] === value),
  );
}

/** What is sent: empty fields are left out, so that the API applies its defaults. */
export function settingsOf(values: SettingValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== null));
}

/**
 * What is sent of changed settings: an emptied field is null, which removes it (RFC 7396). An empty secret stays as
 * it is.
 */
export function changedSettingsOf(schema: SettingsSchema, values: SettingValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== "" || !schema.properties[name]?.writeOnly)
      .map(([name, value]) => [name, value === "" ? null : value]),
  );
}

/** Last characters of each secret that is set, by its name; null of one that is too short to show any. */
export function secretsSet(settings: Readonly<Record<string, unknown>>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      if (typeof value !== "object" || value === null || !("last4" in value)) return [];
      return [[name, typeof value.last4 === "string" ? value.last4 : null]];
    }),
  );
}
