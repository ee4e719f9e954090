import { type Static, type TObject, Type } from "@sinclair/typebox";
import { MetadataPatch, Named, Nullable, PhoneToRead, Query, Words } from "../../../infra/http/schema.ts";
import { IfUndeliverable } from "../../lifecycle/state/schema.ts";
import { coordinatesInPairs } from "./request.ts";
import {
  AddressInput,
  ContactInput,
  draft,
  line,
  optionalText,
  RequirementsInput,
  stopInput,
  WindowInput,
} from "./schema.ts";

/** The shape of a change. */

const Patch = <T extends TObject>(title: string, schema: T) =>
  Type.Partial(schema, { title, additionalProperties: false });
/** Where the patch names no country, the shipment's own decides what a national number is. */
export const ContactPatch = Patch(
  "ContactPatch",
  Type.Object({ ...ContactInput.properties, phone: Nullable(PhoneToRead) }),
);
export const AddressPatch = {
  ...Patch("AddressPatch", Type.Object(AddressInput.properties)),
  ...coordinatesInPairs,
  description:
    "Send `latitude` and `longitude` together. A changed address without them loses its earlier ones: Waybill knows the town only, and no distance.",
};
const stopPatch = {
  contact: Type.Optional(ContactPatch),
  address: Type.Optional(AddressPatch),
  instructions: optionalText(280),
  window: Type.Optional(Nullable(Patch("WindowPatch", WindowInput))),
  waited_minutes: stopInput.waited_minutes,
};
const StopPatch = Named("StopPatch", stopPatch);
const DeliveryPatch = Named("DeliveryPatch", {
  ...stopPatch,
  requirements: Type.Optional(Patch("RequirementsPatch", RequirementsInput)),
});

/** JSON merge patch, RFC 7396: `null` removes a member, an absent member stays. */
export const PatchShipment = Named("PatchShipment", {
  reference: Type.Optional(Nullable(line(100))),
  metadata: Type.Optional(Nullable(MetadataPatch)),
  pickup: Type.Optional(StopPatch),
  delivery: Type.Optional(DeliveryPatch),
  parcels: Type.Optional({ ...draft.parcels, description: "Replaces all parcels." }),
  if_undeliverable: Type.Optional(IfUndeliverable),
});
export type PatchShipment = Static<typeof PatchShipment>;

export const PatchQuery = Query({
  reprice: Type.Optional(
    Words(["true", "false"], {
      title: "Reprice",
      description:
        "`true`: of a delivery by your own fleet, the difference that another address, other coordinates or another window make by the rate card is charged.",
      default: "false",
    }),
  ),
});
