import type { FieldError } from "../../../infra/errors.ts";
import type { Money } from "../../model/model.ts";
import type { Picks } from "../quotes/picks.ts";
import type { Strategy } from "../quotes/quote.ts";

/** What a request says of what to accept. */

/** A price that people agreed on. */
export interface AgreedInput {
  price: Money;
  service: string;
  carrier_id?: string;
}

export interface Choice extends Partial<AgreedInput>, Picks {
  quote_id?: string;
  strategy?: Strategy;
  driver_id?: string;
}

/** Exactly one of the quote, the strategy, the driver and the price says what to accept; a driver may have a price. */
export function choiceErrors(
  { quote_id, strategy, driver_id, price, service, carrier_id, carriers, services }: Choice,
  pointer: string,
): FieldError[] {
  if ([quote_id, strategy, price ?? driver_id].filter((one) => one !== undefined).length !== 1) {
    const detail = "must have one of quote_id, strategy, driver_id and price; price may have a driver_id";
    return [{ pointer, code: "one_of", detail }];
  }
  if (quote_id !== undefined || price !== undefined) {
    const picking = Object.entries({ carriers, services }).filter(([, value]) => value !== undefined);
    const detail = "must only be given together with strategy or driver_id, without a price";
    if (picking.length > 0)
      return picking.map(([name]) => ({ pointer: `${pointer}/${name}`, code: "contradictory", detail }));
  }
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
