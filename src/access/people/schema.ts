import { type Static, Type } from "@sinclair/typebox";
import {
  Closed,
  Email,
  Environment,
  Id,
  Named,
  Nullable,
  Page,
  PlainListQuery,
  Text,
  Timestamp,
  Words,
} from "../../infra/http/schema.ts";
import { ChangePassword } from "../accounts/schema.ts";
import { MadeDriverLink } from "../devices/schema.ts";
import { KeySchema } from "../keys/schema.ts";
import { Role } from "../schema.ts";
import { TokenSchema } from "../tokens/schema.ts";
import { invitationHours } from "./invitation.ts";

const token = "8TgLaR8PbiH4t_-6_IqW_jJEWuIWQNmJ7iUuS4IvhBE";
const emailExample = { examples: ["kim@example.com"] };

const Member = Named("Member", {
  id: Id("usr"),
  email: Type.String(emailExample),
  role: Role,
  is_you: Type.Boolean({ description: "Whether this is the signed-in user." }),
  has_second_factor: Type.Boolean({ description: "Whether this person's sign-in also asks for a code." }),
  email_verified: Nullable(Type.Boolean(), {
    description: "Whether the address is verified. Null if this installation sends no email.",
    examples: [true],
  }),
  created_at: Timestamp,
  last_seen_at: Nullable(Timestamp, { description: "Last request in a session, to the minute." }),
});
export const MemberSchema = Member;
export type MemberView = Static<typeof Member>;
export const MemberPage = Page(Member);
export const MemberQuery = PlainListQuery({});

export const PatchMember = Named("PatchMember", { role: Role });
export type PatchMember = Static<typeof PatchMember>;

/** Of requests that take something away from a person. */
export const LossQuery = Closed({
  revoke_credentials: Type.Optional(
    Words(["true", "false"], {
      title: "RevokeCredentials",
      description:
        "Whether what the person created ends too: keys and tokens that work are revoked, links for drivers end, and webhook endpoints are disabled.",
    }),
  ),
});

/** What a person leaves behind. */
export const MadeCredentials = Named("MadeCredentials", {
  keys: Type.Array(KeySchema),
  tokens: Type.Array(TokenSchema),
  webhooks: Type.Array(
    Named("MadeWebhook", {
      id: Id("whe"),
      environment: Environment,
      url: Type.String({ examples: ["https://shop.example.com/hooks/waybill"] }),
      description: Nullable(Type.String({ examples: ["Order system"] })),
      created_at: Timestamp,
    }),
  ),
  driver_links: Type.Array(MadeDriverLink, {
    description: "Links that still connect phones of drivers. Devices that are connected are the drivers'.",
  }),
});
export type MadeCredentialsView = Static<typeof MadeCredentials>;

const invitation = {
  id: Id("inv"),
  email: Type.String(emailExample),
  role: Role,
  expires_at: { ...Timestamp, description: `${invitationHours} hours after \`created_at\`.` },
  created_at: Timestamp,
  invited_by: Type.String({ description: "Email address of who invited.", examples: ["alex@example.com"] }),
  is_emailed: Type.Boolean({
    description:
      "Whether Waybill emails the link too. It does if it sends email and your own address is verified, within limits.",
    examples: [true],
  }),
};
const InvitationSchema = Named("Invitation", invitation);
export type InvitationView = Static<typeof InvitationSchema>;
export const InvitationWithUrl = Named("InvitationWithUrl", {
  ...invitation,
  url: Type.String({
    description: "Send it to the invited person. Only this response shows it. It works once.",
    examples: [`https://waybill.example.com/dashboard/join#${token}`],
  }),
});
export type InvitationWithUrlView = Static<typeof InvitationWithUrl>;
export const InvitationPage = Page(InvitationSchema);
export const InvitationQuery = PlainListQuery({});

export const CreateInvitation = Named("CreateInvitation", { email: Email, role: Role });
export type CreateInvitation = Static<typeof CreateInvitation>;

const InvitationToken = Text({
  minLength: 1,
  maxLength: 100,
  description: `What stands after \`#\` in the link. Valid once, for ${invitationHours} hours.`,
  examples: [token],
});
export const ReadInvitation = Named("ReadInvitation", { token: InvitationToken });
export type ReadInvitation = Static<typeof ReadInvitation>;

/** What the invited person sees before joining. */
export const Invited = Named("Invited", {
  account_name: Type.String({ examples: ["Book shop"] }),
  email: Type.String(emailExample),
  role: Role,
  expires_at: Timestamp,
});
export type InvitedView = Static<typeof Invited>;

export const AcceptInvitation = Named("AcceptInvitation", {
  token: InvitationToken,
  password: ChangePassword.properties.new_password,
});
export type AcceptInvitation = Static<typeof AcceptInvitation>;
