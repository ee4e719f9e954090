/** Paths to read again after a key was created, rotated or revoked. */
export const keyChanges = ["/keys", "/audit"];
