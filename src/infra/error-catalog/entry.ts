export interface ErrorEntry {
  status: number;
  /** What is wrong, in at most eight words. */
  title: string;
  /** What to do, unless the thrower gives a detail of its own. */
  detail?: string;
}
