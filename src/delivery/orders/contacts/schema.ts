import { type Static, Type } from "@sinclair/typebox";
import {
  Country,
  Email,
  Environment,
  GrowingWords,
  Id,
  Line,
  ListQuery,
  Named,
  Nullable,
  Page,
  Phone,
  PhoneToRead,
  Text,
  Tidied,
  Timestamp,
} from "../../../infra/http/schema.ts";
import { AddressPatch } from "../shipments/patch-schema.ts";
import { AddressInput } from "../shipments/schema.ts";

const searched =
  "Case, accents, width and white space do not matter. Phone numbers are compared by their digits.";
const line = (maxLength: number) => Tidied(Line(maxLength));
const optionalLine = (maxLength: number) => Type.Optional(Nullable(Tidied(Text({ maxLength }))));
const nameExamples = { examples: ["Alex Weber"] };
const instructionsExamples = { examples: ["Ring twice"] };

const ContactAddress = Named("ContactAddress", {
  line1: Type.String({ examples: ["Torstraße 1"] }),
  line2: Nullable(Type.String({ examples: ["2nd floor"] })),
  city: Type.String({ examples: ["Berlin"] }),
  state: Nullable(Type.String({ examples: ["BE"] })),
  postal_code: Nullable(Type.String({ examples: ["10119"] })),
  country: Country,
  latitude: Nullable(Type.Number({ examples: [52.5291] }), {
    description: "Null where nobody gave the place.",
  }),
  longitude: Nullable(Type.Number({ examples: [13.4014] })),
});

const facts = {
  name: Type.String(nameExamples),
  company: Nullable(Type.String({ examples: ["Book shop"] })),
  phone: Nullable(Type.String({ examples: ["+4930123456"] })),
  email: Nullable(Type.String({ examples: ["alex@example.com"] })),
  address: Nullable(ContactAddress),
  instructions: Nullable(Type.String(instructionsExamples)),
};

export const ContactDetails = Named("ContactDetails", {
  id: Id("con"),
  environment: Environment,
  ...facts,
  last_used_at: {
    ...Timestamp,
    description:
      "When a shipment was last made for this phone number or email address, or else when somebody last saved the contact.",
  },
  version: Type.Integer({ minimum: 1 }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ContactView = Static<typeof ContactDetails>;
export const ContactPage = Page(ContactDetails);

const input = {
  company: optionalLine(200),
  email: Type.Optional(Nullable(Email)),
  instructions: Type.Optional(
    Nullable(Text({ maxLength: 280, description: "For the driver.", ...instructionsExamples })),
  ),
};

export const CreateContact = Named("CreateContact", {
  name: { ...line(200), ...nameExamples },
  phone: Type.Optional(Nullable(Phone)),
  ...input,
  address: Type.Optional(Nullable(AddressInput)),
});
export type CreateContact = Static<typeof CreateContact>;

/** JSON merge patch, RFC 7396. Where it names no country, the contact's own decides what a national number is. */
export const PatchContact = Named(
  "PatchContact",
  {
    name: Type.Optional({ ...line(200), ...nameExamples }),
    phone: Type.Optional(Nullable(PhoneToRead)),
    ...input,
    address: Type.Optional(Nullable(AddressPatch)),
  },
  { examples: [{ instructions: "Ring twice" }] },
);
export type PatchContact = Static<typeof PatchContact>;

export const ContactQuery = ListQuery({
  q: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 100,
      description: `Searches names, companies, streets, postal codes, towns, phone numbers and email addresses. ${searched}`,
    }),
  ),
});
export type ContactQuery = Static<typeof ContactQuery>;

export const RecipientSearch = Named("RecipientSearch", {
  q: Tidied({
    ...Line(100, {
      description: `A phone number, a name or a street, or a part of one. ${searched}`,
      ...nameExamples,
    }),
    minLength: 2,
  }),
});
export type RecipientSearch = Static<typeof RecipientSearch>;

const recipientSources = ["contact", "shipment"] as const;

export const FoundRecipients = Named("FoundRecipients", {
  data: Type.Array(
    Named("FoundRecipient", {
      source: GrowingWords(recipientSources, {
        title: "RecipientSource",
        description: "Where it comes from: a saved contact, or the delivery of a shipment.",
      }),
      contact_id: Nullable(Id("con")),
      shipment_id: Nullable(Id("shp"), { description: "The newest shipment to this recipient." }),
      ...facts,
      last_used_at: Timestamp,
    }),
    { description: "At most ten: contacts, then the recipients of the last 90 days." },
  ),
});
export type FoundRecipients = Static<typeof FoundRecipients>;
