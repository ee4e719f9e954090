/** Words of charges. Contract-live §8: no card is charged here, and no tax is computed. */

export const chargeKinds = ["delivery", "cancellation", "adjustment"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** Who sends the invoice: this installation, or the account's own carrier. */
export const billers = ["installation", "carrier"] as const;
export type Biller = (typeof billers)[number];
