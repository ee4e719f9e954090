/** What an authenticator app needs to make codes. */
export interface NewSecondFactorView {
  secret: string;
  uri: string;
  qr_svg: string;
}

/** Paths to read again after the second factor changed. */
export const secondFactorChanges = ["/auth/second-factor", "/auth/session", "/account/members", "/audit"];
