import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  Id,
  Line,
  Name,
  Named,
  Nullable,
  Page,
  Tidied,
  Timestamp,
  Words,
} from "../../infra/http/schema.ts";
import { CreatedBy } from "../schema.ts";
import { abilityStates } from "./device.ts";

const nameExamples = { examples: ["Kim's phone"] };
const codeExample = "6dW0iYv2cRk3mQx8LrB5nWc7JhD3sFy6Kp11aGq7PdA";

export const DriverLink = Named("DriverLink", {
  url: Type.String({
    description: "Open it on the driver's phone. The part after `#` is the code, which no server logs.",
    examples: [`https://waybill.example.com/d#${codeExample}`],
  }),
  qr_svg: Type.String({
    description: "The URL as a QR code, an SVG image.",
    examples: ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37"></svg>'],
  }),
  expires_at: Timestamp,
  created_by: CreatedBy,
});
export type DriverLinkView = Static<typeof DriverLink>;

/** Null if none was sent. */
export const CreateDriverLink = Type.Optional(
  Named("CreateDriverLink", {
    confirm_local: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Whether a link is wanted that only the server's own machine can open. Without it, Waybill makes no such link in live.",
      }),
    ),
  }),
);
export type CreateDriverLink = Static<typeof CreateDriverLink>;

/** A link that still connects devices. */
export const MadeDriverLink = Named("MadeDriverLink", {
  driver_id: Id("drv"),
  environment: Environment,
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type MadeDriverLinkView = Static<typeof MadeDriverLink>;

export const LinkDevice = Named("LinkDevice", {
  code: Line(100, { description: "What stands after `#` in the link.", examples: [codeExample] }),
  device_name: Tidied(
    Name(100, { description: "How the dispatcher recognizes the device.", ...nameExamples }),
  ),
});
export type LinkDevice = Static<typeof LinkDevice>;

const Ability = Words(abilityStates, {
  title: "PhoneAbility",
  description: "`unknown`: nobody has asked the phone or its driver.",
  examples: ["yes"],
});
const abilities = {
  location: Ability,
  camera: Ability,
  notifications: Ability,
  sound: Ability,
  home_screen: Ability,
};
export const PhoneAbilities = Named("PhoneAbilities", abilities, {
  description:
    "Whether the page may know where the phone is, scan labels and wake the phone, whether the driver heard the test alarm, and whether they open it from the home screen.",
});
export type PhoneAbilities = Static<typeof PhoneAbilities>;

const DeviceSchema = Named("Device", {
  id: Id("dev"),
  driver_id: Id("drv"),
  name: Type.String(nameExamples),
  user_agent: Nullable(
    Type.String({
      description: "The browser that opened the link.",
      examples: ["Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile"],
    }),
  ),
  created_at: Timestamp,
  created_by: {
    ...CreatedBy,
    description: "Who created the link that connected it. Null where nobody knows.",
  },
  abilities: Nullable(
    Named(
      "DeviceAbilities",
      { ...abilities, checked_at: Timestamp },
      {
        description: "What the phone can do, as its page last told. Null if it has not.",
      },
    ),
  ),
  last_used_at: { ...Timestamp, description: "A device that is not used for 14 days ends." },
});
export type DeviceView = Static<typeof DeviceSchema>;
export const DevicePage = Page(DeviceSchema);
