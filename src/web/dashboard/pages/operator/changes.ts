/** What is different after an account was moved, suspended or restored, or a tier has other limits. */
export const operatorChanges = ["/operator", "/audit", "/platform/account"];
