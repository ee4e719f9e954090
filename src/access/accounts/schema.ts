import { type Static, Type } from "@sinclair/typebox";
import {
  Closed,
  Email,
  GrowingWords,
  Id,
  Name,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  Text,
  Tidied,
  Timestamp,
} from "../../infra/http/schema.ts";
import { AnyScope, Role } from "../schema.ts";
import { passwordLengthMax, passwordLengthMin, purposes, userAgentLengthMax } from "./account.ts";

const NewPassword = Text({
  minLength: passwordLengthMin,
  maxLength: passwordLengthMax,
  description: "At least 12 characters. Common passwords are refused.",
  examples: ["Kupferner Kranich 47"],
});
const Password = Text({ minLength: 1, maxLength: passwordLengthMax, examples: ["Zinnerner Zeisig 12"] });
const accountNameExamples = { examples: ["Book shop"] };

/** As an account and its sessions show it. */
export const AccountPurpose = Nullable(GrowingWords(purposes, { title: "AccountPurpose" }), {
  description:
    "What the account uses Waybill for, which decides the first steps on the dashboard. `own_fleet`: it delivers with its own riders. `carriers`: it sends with carriers. `test`: it tests a program. Null until somebody chooses. The API ignores it.",
  examples: ["own_fleet"],
});

export const SignUp = Named("SignUp", {
  email: Email,
  password: NewPassword,
  account_name: Tidied(Name(100, accountNameExamples)),
});
export type SignUp = Static<typeof SignUp>;

export const SetUp = Named("SetUp", {
  token: Text({
    minLength: 1,
    maxLength: 100,
    description: "From the set-up link. Valid once, for 30 minutes.",
    examples: ["8TgLaR8PbiH4t_-6_IqW_jJEWuIWQNmJ7iUuS4IvhBE"],
  }),
  email: Email,
  password: NewPassword,
  account_name: Tidied(Name(100, accountNameExamples)),
});
export type SetUp = Static<typeof SetUp>;

const Code = Text({
  minLength: 1,
  maxLength: 40,
  description: "Six digits of the second factor's app, or a recovery code. Each works once.",
  examples: ["492039"],
});

export const SignIn = Named("SignIn", {
  email: Text({ minLength: 1, maxLength: 254, examples: ["alex@example.com"] }),
  password: Password,
  code: Type.Optional(Code),
});
export type SignIn = Static<typeof SignIn>;

export const ChangePassword = Named("ChangePassword", {
  current_password: Password,
  new_password: NewPassword,
});
export type ChangePassword = Static<typeof ChangePassword>;

export const Confirm = Named("Confirm", { password: Password, code: Type.Optional(Code) });
export type Confirm = Static<typeof Confirm>;

export const ConfirmEmail = Named("ConfirmEmail", {
  token: Text({
    minLength: 1,
    maxLength: 100,
    description: "From the link in the email. Valid once, for 24 hours.",
    examples: ["8TgLaR8PbiH4t_-6_IqW_jJEWuIWQNmJ7iUuS4IvhBE"],
  }),
});
export type ConfirmEmail = Static<typeof ConfirmEmail>;

const LinkToken = Text({
  minLength: 1,
  maxLength: 100,
  description: "From the link. Valid once, for 1 hour.",
  examples: ["8TgLaR8PbiH4t_-6_IqW_jJEWuIWQNmJ7iUuS4IvhBE"],
});

export const RequestReset = Named("RequestPasswordReset", { email: SignIn.properties.email });
export type RequestReset = Static<typeof RequestReset>;

export const ResetPassword = Named("ResetPassword", { token: LinkToken, password: NewPassword });
export type ResetPassword = Static<typeof ResetPassword>;

export const ResetLink = Named("PasswordResetLink", {
  url: Type.String({
    description: "Sets a new password, once. Hand it over to the user. Only this response shows it.",
    examples: [
      "https://waybill.example.com/dashboard/reset-password#8TgLaR8PbiH4t_-6_IqW_jJEWuIWQNmJ7iUuS4IvhBE",
    ],
  }),
  expires_at: Timestamp,
});
export type ResetLinkView = Static<typeof ResetLink>;

export const ChangeEmail = Named("ChangeEmail", { email: Email });
export type ChangeEmail = Static<typeof ChangeEmail>;

export const SessionSchema = Named("Session", {
  user: Closed({
    id: Id("usr"),
    email: Type.String({ examples: ["alex@example.com"] }),
    email_verified: Nullable(Type.Boolean(), {
      description:
        "Whether the address is verified; notices go only to verified addresses. Null if this installation sends no email.",
      examples: [true],
    }),
    role: Role,
    has_second_factor: Type.Boolean({ description: "Whether signing in also asks for a code." }),
    is_operator: Type.Boolean({ description: "Whether this user is the operator." }),
  }),
  scopes: Type.Array(AnyScope, { description: "What the role allows now." }),
  account: Closed({
    id: Id("acct"),
    name: Type.String(accountNameExamples),
    created_at: Timestamp,
    deletion_due_at: Nullable(Timestamp, {
      description: "When the account will be deleted. Null if nobody asked for it.",
      examples: [null],
    }),
    purpose: AccountPurpose,
  }),
  expires_at: Timestamp,
  viewing: Nullable(Closed({ account_id: Id("acct"), account_name: Type.String(), ends_at: Timestamp }), {
    description:
      "Set while the operator looks as an account: `account`, `role` and `scopes` are then those of the view, which changes nothing.",
    examples: [null],
  }),
});
export type SessionView = Static<typeof SessionSchema>;

export const ConfirmSecondFactor = Named("ConfirmSecondFactor", { code: Code });
export type ConfirmSecondFactor = Static<typeof ConfirmSecondFactor>;

export const NewSecondFactor = Named("NewSecondFactor", {
  secret: Type.String({
    description: "To type into the app, in base32. Only this response shows it.",
    examples: ["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"],
  }),
  uri: Type.String({
    description: "The same for apps that take an address.",
    examples: [
      "otpauth://totp/Waybill:alex%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Waybill",
    ],
  }),
  qr_svg: Type.String({
    description: "The address as a QR code to scan, an SVG image.",
    examples: ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 53 53"></svg>'],
  }),
});

export const RecoveryCodes = Named("RecoveryCodes", {
  recovery_codes: Type.Array(Type.String({ examples: ["7gk2-m9xq-4tzv-0wcd"] }), {
    description: "Each signs in once in place of a code of the app. Only this response shows them.",
  }),
});
export type RecoveryCodesView = Static<typeof RecoveryCodes>;

export const SecondFactorSchema = Named("SecondFactor", {
  active_since: Nullable(Timestamp, { description: "Null if signing in asks for no code." }),
  recovery_codes_left: Type.Integer({ minimum: 0, description: "Recovery codes that were not used yet." }),
});
export type SecondFactorView = Static<typeof SecondFactorSchema>;

/** A session in the list of a user's own sessions. */
const OwnSession = Named("OwnSession", {
  id: Id("ses"),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
  address: Nullable(
    Type.String({
      description: "IP address that started the session. Null if no request started it.",
      examples: ["198.51.100.7"],
    }),
  ),
  user_agent: Nullable(
    Type.String({
      maxLength: userAgentLengthMax,
      description: "The User-Agent that started the session.",
      examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0"],
    }),
  ),
  current: Type.Boolean({ description: "Whether this is the current session." }),
});
export type OwnSessionView = Static<typeof OwnSession>;
export const OwnSessionPage = Page(OwnSession);
export const OwnSessionQuery = PlainListQuery({});

const notifications = {
  webhooks: Type.Boolean({
    description: "A webhook endpoint of the account was disabled. At most one email a day.",
    examples: [true],
  }),
  security: Type.Boolean({
    description: "Somebody signed in as you from a new place.",
    examples: [true],
  }),
};

/** Which notices a person gets by email. */
export const NotificationsSchema = Named("Notifications", notifications);
export type NotificationsView = Static<typeof NotificationsSchema>;
export const PatchNotifications = Type.Partial(Closed(notifications), { additionalProperties: false });
export type PatchNotifications = Static<typeof PatchNotifications>;
