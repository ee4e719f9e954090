import { inMemory } from "../deps.ts";

/** The certificate that HTTPS of Waybill's own serves, as its operator should know it. */
interface ServedCertificate {
  readonly validFrom: number;
  readonly validTo: number;
}

export interface CertificateState {
  /** Undefined before the first one, and without HTTPS of Waybill's own. */
  served: ServedCertificate | undefined;
  /** Why the last attempt to get another one failed; undefined if it did not. */
  failure: string | undefined;
  /** Whether Waybill gets certificates itself; otherwise somebody replaces files. */
  isOwn: boolean;
}

export const certificateState = inMemory<CertificateState>(() => ({
  served: undefined,
  failure: undefined,
  isOwn: false,
}));
