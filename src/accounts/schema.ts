import { type Static, Type } from "@sinclair/typebox";
import { Closed, Named, Timestamp } from "../http/schema.ts";
import { passwordLengthMax, passwordLengthMin } from "./account.ts";

const Email = Type.String({ format: "email", maxLength: 254 });
const NewPassword = Type.String({ minLength: passwordLengthMin, maxLength: passwordLengthMax });

export const SignUp = Named("SignUp", {
  email: Email,
  password: NewPassword,
  account_name: Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" }),
});
export type SignUp = Static<typeof SignUp>;

export const SignIn = Named("SignIn", {
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: passwordLengthMax }),
});
export type SignIn = Static<typeof SignIn>;

export const ChangePassword = Named("ChangePassword", {
  current_password: Type.String({ minLength: 1, maxLength: passwordLengthMax }),
  new_password: NewPassword,
});
export type ChangePassword = Static<typeof ChangePassword>;

export const SessionSchema = Named("Session", {
  user: Closed({ id: Type.String(), email: Type.String() }),
  account: Closed({ id: Type.String(), name: Type.String(), created_at: Timestamp }),
  expires_at: Timestamp,
});
export type SessionView = Static<typeof SessionSchema>;
