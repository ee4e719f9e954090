import type { SettingName, settings } from "./config/settings.ts";

/** Where a setting's value came from. */
export const settingSources = ["flag", "variable", "file", "default"] as const;

/** A setting for its operator to read. */
export interface SettingReport {
  /** The flag without its dashes: `backup-folder`. */
  readonly name: string;
  readonly flag: string;
  readonly variable: string;
  /** The value as written, or the shown default; secrets are masked. */
  readonly text: string;
  /** The shown default. */
  readonly standard: string;
  readonly source: (typeof settingSources)[number];
  /** The flag or the variable that set it; null for a default. */
  readonly from: string | null;
  readonly help: string;
}

type Values = { readonly [Name in SettingName]: (typeof settings)[Name]["default"] };

/** The value of every setting, as the table of settings has it. */
export interface Config extends Values {
  /** Every setting that the command has, for its operator to read. */
  readonly reports: readonly SettingReport[];
}
