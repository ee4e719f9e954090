/** What the reference says about an error. */
export interface ErrorHelp {
  /** What the error means, for a reader who sees the code for the first time. */
  meaning: string;
  /** How to fix it. */
  remedy: string;
}
