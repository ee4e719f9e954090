/** What is different after a key was issued, replaced or revoked. */
export const keyChanges = ["/keys", "/audit"];
