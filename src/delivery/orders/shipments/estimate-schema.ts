import { type Static, Type } from "@sinclair/typebox";
import { Named } from "../../../infra/http/schema.ts";
import { coordinatesInPairs, leftUnattended } from "./request.ts";
import {
  AddressInput,
  ContactInput,
  draft,
  optionalLine,
  RequirementsInput,
  sentBeside,
  stopInput,
} from "./schema.ts";

/** What is sent for an estimate. */

const estimatedStop = {
  ...stopInput,
  contact: Type.Optional(ContactInput),
  address: Named(
    "EstimatedAddress",
    {
      ...AddressInput.properties,
      line1: optionalLine(200),
      city: optionalLine(100),
    },
    {
      ...coordinatesInPairs,
      description: `${coordinatesInPairs.description} Of the town, \`postal_code\` or \`city\` is enough.`,
    },
  ),
};

/** What a cart knows of a shipment that may come. */
export const EstimateShipment = Named(
  "EstimateShipment",
  {
    reference: draft.reference,
    pickup: Named("EstimatedPickup", estimatedStop),
    delivery: Named("EstimatedDelivery", {
      ...estimatedStop,
      requirements: Type.Optional(RequirementsInput),
    }),
    ...sentBeside,
  },
  leftUnattended,
);
export type EstimateShipment = Static<typeof EstimateShipment>;
