/** The address is in use, or not available yet. Retrying may help. */
export class AddressError extends Error {}
