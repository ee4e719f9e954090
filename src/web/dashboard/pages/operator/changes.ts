/** Paths to read again after an account or a tier's limits were changed. */
export const operatorChanges = ["/operator", "/audit", "/platform/account"];
