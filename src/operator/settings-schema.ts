import { type Static, Type } from "@sinclair/typebox";
import { settingSources } from "../infra/config.ts";
import { Named, Nullable, Timestamp, Words } from "../infra/http/schema.ts";

const Setting = Named("OperatorSetting", {
  name: Type.String({ examples: ["backup-keep"] }),
  value: Type.String({ description: "As written, or the default. Secrets are masked.", examples: ["7"] }),
  source: Words(settingSources, { title: "SettingSource" }),
  from: Nullable(Type.String({ examples: ["WAYBILL_BACKUP_KEEP"] }), {
    description: "The flag or variable that set it. Null for a default.",
  }),
  flag: Type.String({ examples: ["--backup-keep"] }),
  variable: Type.String({ examples: ["WAYBILL_BACKUP_KEEP"] }),
  description: Type.String({ examples: ["Number of days whose backups stay in that folder."] }),
});
export type SettingView = Static<typeof Setting>;

const MailFailure = Named("MailFailure", { at: Timestamp, message: Type.String() });

const Found = Type.Integer({ minimum: 0, examples: [812] });
const Geocoder = Named("GeocoderState", {
  found: Named(
    "GeocoderFinds",
    { house: Found, street: Found, area: Found, town: Found, nothing: Found },
    {
      description:
        "Addresses by how exactly the geocoder found them, of both environments: in 90 days, and `nothing` in 24 hours.",
    },
  ),
  waiting: Type.Integer({ minimum: 0, description: "Questions that wait for their turn.", examples: [0] }),
  is_resting: Type.Boolean({
    description: "Whether Waybill leaves the geocoder alone for a while, because it failed repeatedly.",
  }),
  searches_while_typing: Type.Boolean({ description: "Whether forms search while somebody types." }),
  last_answer_at: Nullable(Timestamp, { description: "Since the process started." }),
  attribution: Nullable(Type.String({ examples: ["© OpenStreetMap contributors"] }), {
    description: "Whom the last answer named. Null where it named nobody.",
  }),
  failures: Type.Array(Named("GeocoderFailure", { at: Timestamp, message: Type.String() }), {
    description: "The last ten since the process started, the newest first. They name no address.",
    examples: [[]],
  }),
});

export const OperatorSettings = Named("OperatorSettings", {
  state: Named("InstallationState", {
    public_url: Type.String({ examples: ["https://waybill.example.com"] }),
    is_sign_up_open: Type.Boolean({ description: "Whether anyone may sign up." }),
    default_tier: Type.String({ description: "The tier of new accounts.", examples: ["free"] }),
    encrypts_secrets: Type.Boolean({ description: "Whether stored secrets are encrypted." }),
    mail: Named("MailState", {
      is_set_up: Type.Boolean({ description: "Whether an SMTP server is set up." }),
      last_sent_at: Nullable(Timestamp, { description: "Since the process started." }),
      last_failure: Nullable(MailFailure, {
        description: "Since the process started. Null after a mail that was sent.",
        examples: [null],
      }),
    }),
    geocoder: Nullable(Geocoder, { description: "Null where no geocoder is set up.", examples: [null] }),
  }),
  data: Type.Array(Setting, { description: "Every setting. A change needs a restart." }),
});
export type OperatorSettingsView = Static<typeof OperatorSettings>;
