import { sentenceOf } from "../../../format.ts";
import { amountFault, minorOf } from "../../../minor-amount.ts";
import type { NumberValue } from "../../../number-value.ts";

/** A price that people agreed on, in the fields of a form. They have the names of the request. */
export interface AgreedValues {
  /** Names a service of a fleet, and the currency of its card: `serviceKey`. Empty: nothing was agreed. */
  service: string;
  price: { amount: NumberValue };
}

export const noAgreement: AgreedValues = { service: "", price: { amount: "" } };

/** A service of an own fleet. */
interface AgreedService {
  carrier_id: string;
  service: string;
  currency: string;
}

export function serviceKey({ carrier_id, service, currency }: AgreedService): string {
  return [carrier_id, currency, service].join(" ");
}

/** @param key of a service that was chosen */
export function serviceOf(key: string): AgreedService {
  const [carrier_id = "", currency = "", ...service] = key.split(" ");
  return { carrier_id, currency, service: service.join(" ") };
}

/** What the request says; undefined where nothing was agreed. */
export function agreementOf({ service: key, price: { amount } }: AgreedValues) {
  if (key === "" || amount === "") return undefined;
  const { currency, ...named } = serviceOf(key);
  return { ...named, price: { amount: Number(minorOf(amount, currency)), currency } };
}

/** What is wrong with the fields, by their names. */
export function agreementErrors({ service: key, price: { amount } }: AgreedValues): Record<string, string> {
  if (key === "") return amount === "" ? {} : { service: "Choose a service." };
  const { currency } = serviceOf(key);
  const isAmount = amount !== "" && Number(minorOf(amount, currency)) >= 0;
  const fault = amountFault(amount, currency) ?? (isAmount ? null : "must be an amount, such as 4.50");
  return fault === null ? {} : { "price.amount": sentenceOf(fault) };
}
