import { type Static, Type } from "@sinclair/typebox";
import { placePrecisions } from "../../../infra/geocoding/hit.ts";
import { CountryCode, GrowingWords, Line, Named, Nullable, Tidied } from "../../../infra/http/schema.ts";
import { whereabouts } from "../../model/address-schema.ts";
import { AddressInput } from "../shipments/schema.ts";

/** A search for an address by its text, and what is known of an address. */

export const AddressSearch = Named("AddressSearch", {
  q: Tidied(
    Line(200, {
      examples: ["Torstr. 1, 10119 Berlin"],
      description: "An address, or the beginning of one. Send no names of people and no phone numbers.",
    }),
  ),
  country: CountryCode,
});
export type AddressSearch = Static<typeof AddressSearch>;

const part = (example: string) => Nullable(Type.String({ examples: [example] }));

export const FoundAddresses = Named("FoundAddresses", {
  data: Type.Array(
    Named("FoundAddress", {
      label: Type.String({ description: "For people.", examples: ["Torstraße 1, 10119 Berlin, Germany"] }),
      latitude: Type.Number({ examples: [52.5291] }),
      longitude: Type.Number({ examples: [13.4014] }),
      precision: GrowingWords(placePrecisions, {
        title: "PlacePrecision",
        description: "`house` and `street` are places to go to. `area` is a part of a town.",
      }),
      address: Named(
        "FoundAddressParts",
        {
          line1: part("Torstraße 1"),
          city: part("Berlin"),
          state: Nullable(Type.String(), {
            description: "Null where addresses of the country have none.",
            examples: [null],
          }),
          postal_code: part("10119"),
          country: CountryCode,
        },
        { description: "To fill a form with. A part that the geocoder does not say is null." },
      ),
    }),
    { description: "At most ten, the best first." },
  ),
  attribution: Nullable(Type.String({ examples: ["© OpenStreetMap contributors"] }), {
    description: "Whom to name under the results. Null where the geocoder names nobody.",
  }),
});
export type FoundAddresses = Static<typeof FoundAddresses>;

const { line1, city, state, postal_code, country } = AddressInput.properties;

export const AddressToLocate = Named(
  "AddressToLocate",
  { line1, city, state, postal_code, country },
  { examples: [{ line1: "Torstr. 1", city: "Berlin", postal_code: "10119", country: "DE" }] },
);
export type AddressToLocate = Static<typeof AddressToLocate>;

export const LocatedAddress = Named("LocatedAddress", {
  ...whereabouts,
  latitude: Nullable(Type.Number(), { description: "Null until the place is known." }),
});
export type LocatedAddress = Static<typeof LocatedAddress>;
