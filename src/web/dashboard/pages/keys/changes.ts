/** Paths to read again after a key was issued, rotated or revoked. */
export const keyChanges = ["/keys", "/audit"];
