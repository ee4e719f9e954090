import { type Static, Type } from "@sinclair/typebox";
import {
  Closed,
  Email,
  Id,
  Name,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  Text,
  Timestamp,
} from "../../infra/http/schema.ts";
import { AnyScope, Role } from "../schema.ts";
import { passwordLengthMax, passwordLengthMin, userAgentLengthMax } from "./account.ts";

const NewPassword = Text({
  minLength: passwordLengthMin,
  maxLength: passwordLengthMax,
  description: "At least 12 characters. Common passwords are refused.",
  examples: ["Kupferner Kranich 47"],
});
const Password = Text({ minLength: 1, maxLength: passwordLengthMax, examples: ["Zinnerner Zeisig 12"] });
const accountNameExamples = { examples: ["Book shop"] };

export const SignUp = Named("SignUp", {
  email: Email,
  password: NewPassword,
  account_name: Name(100, accountNameExamples),
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
  account_name: Name(100, accountNameExamples),
});
export type SetUp = Static<typeof SetUp>;

export const SignIn = Named("SignIn", {
  email: Text({ minLength: 1, maxLength: 254, examples: ["alex@example.com"] }),
  password: Password,
});
export type SignIn = Static<typeof SignIn>;

export const ChangePassword = Named("ChangePassword", {
  current_password: Password,
  new_password: NewPassword,
});
export type ChangePassword = Static<typeof ChangePassword>;

export const Confirm = Named("Confirm", { password: Password });
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
    is_operator: Type.Boolean({ description: "Whether this user is the operator." }),
  }),
  scopes: Type.Array(AnyScope, { description: "What the role allows now." }),
  account: Closed({ id: Id("acct"), name: Type.String(accountNameExamples), created_at: Timestamp }),
  expires_at: Timestamp,
});
export type SessionView = Static<typeof SessionSchema>;

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
