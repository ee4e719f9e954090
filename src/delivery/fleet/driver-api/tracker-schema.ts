import { type Static, Type } from "@sinclair/typebox";
import { JudgedLater, Text } from "../../../infra/http/schema.ts";

/** Positions as other apps send them. They send more than Waybill needs, so unknown members are ignored. */

const parameter = (description: string, example: string) =>
  Type.Optional(Text({ maxLength: 200, description, examples: [example] }));
const token = "wbp_live_…";

export const TrackerQuery = Type.Object(
  {
    id: parameter("A `wbp_` token of the driver. The app calls it the identifier of the device.", token),
    deviceid: parameter("Another name of `id`.", token),
    lat: parameter("Latitude in degrees, WGS 84.", "52.5145"),
    lon: parameter("Longitude in degrees, WGS 84.", "13.4101"),
    location: parameter("Both of them, in place of `lat` and `lon`.", "52.5145,13.4101"),
    timestamp: parameter(
      "When the phone was there: seconds or milliseconds since 1970, or ISO 8601. Without it, and for a token with the server's time, now.",
      "1769852700",
    ),
    speed: parameter("In knots.", "11.2"),
    bearing: parameter("In degrees.", "162"),
    heading: parameter("Another name of `bearing`.", "162"),
    accuracy: parameter("In meters.", "8"),
    altitude: parameter("Ignored.", "35"),
    batt: parameter("Ignored.", "80"),
  },
  { additionalProperties: true },
);
export type TrackerQuery = Static<typeof TrackerQuery>;

const open = (title: string) => ({ title, additionalProperties: true });
const unknown = "A negative number means unknown.";
const anyNumber = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const measure = (description: string) =>
  Type.Optional(
    Type.Union([Type.Number(anyNumber), Type.Null()], { description: `${description} ${unknown}` }),
  );

export const TrackerReport = Type.Object(
  {
    device_id: Text({
      maxLength: 200,
      description: "A `wbp_` token of the driver.",
      examples: [token],
    }),
    location: Type.Object(
      {
        timestamp: Text({ maxLength: 64, examples: ["2026-01-31T09:46:00.000Z"] }),
        coords: Type.Object(
          {
            latitude: Type.Number({ minimum: -90, maximum: 90, examples: [52.5145] }),
            longitude: Type.Number({ minimum: -180, maximum: 180, examples: [13.4101] }),
            accuracy: measure("In meters."),
            speed: measure("In meters per second."),
            heading: measure("In degrees."),
          },
          open("TrackerCoordinates"),
        ),
      },
      open("TrackerLocation"),
    ),
  },
  open("TrackerReport"),
);
export type TrackerReport = Static<typeof TrackerReport>;

/** The JSON of the Traccar Client, or a form of the query's parameters. */
export const TrackerBody = Type.Optional(JudgedLater(TrackerReport));
