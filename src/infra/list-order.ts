/** The orders of a list of what was made one after the other. */
export const listOrders = ["newest", "oldest"] as const;
export type ListOrder = (typeof listOrders)[number];
