import { type Static, Type } from "@sinclair/typebox";
import { GrowingWords, Id, Name, Named, Nullable, Page, Timestamp, Words } from "../../infra/http/schema.ts";
import { CredentialSecret, credentialMembers, Rotation } from "../schema.ts";
import { driverTokenKinds, timeSources, tokenKinds } from "./token.ts";

const nameExample = "Dispatch server";
const prefixExample = "wbc_sandbox_";

export const CreateToken = Named("CreateToken", { name: Name(100, { examples: [nameExample] }) });
export type CreateToken = Static<typeof CreateToken>;

const timeSource = {
  title: "TimeSource",
  description:
    "Whose clock says when a tracking app at `/driver/osmand` was somewhere. `device`: the app's. `server`: Waybill's, when the position comes, for a tracker whose clock is wrong.",
};
const TimeSourceWord = Words(timeSources, { ...timeSource, default: "device" });

export const PatchDriverToken = Named("PatchDriverToken", {
  time_source: Type.Optional(TimeSourceWord),
});
export type PatchDriverToken = Static<typeof PatchDriverToken>;

export const CreateDriverToken = Named("CreateDriverToken", {
  name: Name(100, { examples: ["Traccar on Kim's phone"] }),
  kind: Words(driverTokenKinds, {
    description: "`driver` may call `/driver/*`. `positions` may only send positions.",
    examples: ["positions"],
  }),
  time_source: Type.Optional(TimeSourceWord),
});
export type CreateDriverToken = Static<typeof CreateDriverToken>;

export const RotateToken = Rotation("RotateToken");
export type RotateToken = Static<typeof RotateToken> | null;

const token = {
  ...credentialMembers("tok", nameExample, prefixExample),
  kind: GrowingWords(tokenKinds, {
    title: "TokenKind",
    description:
      "`carrier`: the carrier's server. `driver`: a driver. `positions`: a device that only sends a driver's positions.",
  }),
  carrier_id: Id("car"),
  driver_id: Nullable(Id("drv"), { description: "Null for the carrier's server.", examples: [null] }),
  time_source: GrowingWords(timeSources, { ...timeSource, title: "TokenTimeSource" }),
  expires_at: Nullable(Timestamp, {
    description: "End of the grace period after a rotation. Null if the token was not rotated.",
    examples: [null],
  }),
};

export const TokenSchema = Named("Token", token);
export type TokenView = Static<typeof TokenSchema>;
export const TokenWithSecret = Named("TokenWithSecret", {
  ...token,
  secret: CredentialSecret(prefixExample),
});
export type TokenWithSecretView = Static<typeof TokenWithSecret>;
export const TokenPage = Page(TokenSchema);
