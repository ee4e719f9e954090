/** Paths to read again after people of the account changed. Your own role may have. */
export const peopleChanges = ["/account/members", "/account/invitations", "/auth/session", "/audit", "/keys"];
