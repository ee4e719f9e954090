import { type TProperties, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { CalendarDate, Nullable, Words } from "../../infra/http/schema.ts";
import { handoverWords } from "../model/handover.ts";
import { reasonCodes, substatuses } from "../model/model.ts";
import { BookingNames, DriverSchema, Fee, Instant } from "./schema.ts";
import type { Tracked } from "./tracked.ts";

/** The longest sentence of a carrier in a timeline. */
const messageMax = 1_000;
const updatesMax = 2_000;

const Message = Type.String({ maxLength: messageMax });
const Reason = Words(reasonCodes);
const Day = Type.Optional(Nullable(CalendarDate));
const Place = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
});
const Image = Type.Object({
  contentType: Words(["image/png", "image/jpeg", "image/webp"]),
  content: Type.Uint8Array(),
});
const Proof = Type.Object({
  recipientName: Nullable(Message),
  handedTo: Nullable(Words(handoverWords)),
  signature: Nullable(Type.Composite([Image, Type.Object({ signerName: Nullable(Message) })])),
  photos: Type.Array(Image),
  pin: Nullable(Type.String()),
  ageVerified: Type.Boolean(),
  note: Nullable(Message),
  location: Nullable(Place),
});
const NullableNumber = Nullable(Type.Number());

const kind = <K extends string, P extends TProperties>(name: K, members: P) =>
  Type.Object({ kind: Type.Literal(name), ...members });

const Update = Type.Union([
  kind("progress", { substatus: Words(substatuses), driver: Type.Optional(DriverSchema) }),
  kind("position", {
    ...Place.properties,
    accuracyMeters: NullableNumber,
    headingDegrees: NullableNumber,
    speedMps: NullableNumber,
    fraction: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  }),
  kind("signal_lost", {}),
  kind("estimate", {
    pickupAt: Nullable(Instant),
    deliveryAt: Nullable(Instant),
    deliveryDate: Day,
    delayed: Type.Boolean(),
  }),
  kind("scan", { message: Message, location: Nullable(Place), reason: Type.Optional(Reason) }),
  kind("attempt_failed", {
    reason: Reason,
    message: Message,
    nextAttemptAt: Nullable(Instant),
    nextAttemptDate: Day,
  }),
  kind("cancelled", { fee: Nullable(Fee), refund: Type.Optional(Type.Literal("pending")) }),
  kind("cancellation_refused", { reason: Reason, message: Message }),
  kind("withdrawn", { reason: Reason, message: Message, rejected: Type.Boolean() }),
  kind("delivered", { proof: Proof }),
  kind("undeliverable", {
    reason: Reason,
    message: Message,
    photos: Type.Optional(Type.Array(Image)),
    returnAt: Type.Optional(Nullable(Instant)),
  }),
  kind("returned", {}),
]);

const TrackedSchema = Type.Object({
  updates: Type.Array(
    Type.Object({ key: Type.String({ minLength: 1, maxLength: 64 }), at: Instant, update: Update }),
    { maxItems: updatesMax },
  ),
  ...BookingNames,
  refund: Type.Optional(Words(["pending", "confirmed", "refused"])),
});

/** Checks what a carrier's adapter made of its answer about a booking, or of what it sent. */
export function isTracked(answer: unknown): answer is Tracked {
  return Value.Check(TrackedSchema, answer);
}
