import type { Substatus } from "../model/model.ts";

/** What a carrier takes of a delivery that ends otherwise than it should. Minor units of the offer's currency. */

/** What a cancellation costs before the shipment reaches `until`. After the last step it costs the whole price. */
export interface CancellationStep {
  until: Substatus;
  /** Minor units of the offer's currency. */
  amount: number;
}

/** What the end changes of the price. */
export interface EndTerms {
  /** On top of the price when the goods are back; null: nothing. */
  returnFee: number | null;
  /** Instead of the price when the delivery fails, but for damaged or lost goods, which cost nothing. Null: the price, always. */
  failedPrice: number | null;
}
