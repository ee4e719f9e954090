import type { FieldError } from "../../../infra/errors.ts";
import type { Money } from "../../model/model.ts";
import type { Strategy } from "../quotes/quote.ts";

/** What a request says of what to accept. */

/** A price that people agreed on. */
export interface AgreedInput {
  price: Money;
  service: string;
  carrier_id?: string;
}

export interface Choice extends Partial<AgreedInput> {
  quote_id?: string;
  strategy?: Strategy;
}

/** Exactly one of the quote, the strategy and the price says what to accept. */
export function choiceErrors(
  { quote_id, strategy, price, service, carrier_id }: Choice,
  pointer: string,
): FieldError[] {
  if ([quote_id, strategy, price].filter((one) => one !== undefined).length !== 1)
    return [{ pointer, code: "one_of", detail: "must have one of quote_id, strategy and price" }];
  if (price !== undefined && service === undefined)
    return [{ pointer: `${pointer}/service`, code: "required", detail: "is required with price" }];
  const withPrice = Object.entries({ service, carrier_id }).filter(([, value]) => value !== undefined);
  if (price !== undefined) return [];
  const detail = "must only be given together with price";
  return withPrice.map(([name]) => ({ pointer: `${pointer}/${name}`, code: "contradictory", detail }));
}

/** What an acceptance at the creation cannot say together. */
export function atOnceErrors(accept: Choice & { max_price?: Money }): FieldError[] {
  const pointer = "#/accept";
  if (accept.price === undefined || accept.max_price === undefined) return choiceErrors(accept, pointer);
  const detail = "must not be given together with price";
  return [{ pointer: `${pointer}/max_price`, code: "contradictory", detail }];
}
