/** Topics of the page of errors, in its order. */
export const errorTopics = {
  paths: "Paths and methods",
  keys: "API keys and environments",
  limits: "Limits",
  people: "Sign-in and accounts",
  requests: "Request bodies and queries",
  idempotency: "Idempotency",
  objects: "Objects",
  shipments: "Shipments, quotes and assignments",
  orders: "Order forms",
  carriers: "Carriers",
  drivers: "Drivers",
  reports: "Reports of carriers",
  operator: "Running an installation",
  webhooks: "Webhooks and keys",
  server: "Server",
} as const;

export type ErrorTopic = keyof typeof errorTopics;

/** One mistake in a request: its place, a stable code and a text that completes a sentence about the field. */
export interface FieldError {
  /** JSON Pointer into the body as a URI fragment, RFC 6901 §6: `#/delivery/address/country`. */
  pointer?: string;
  /** Name of the query parameter. */
  parameter?: string;
  code: string;
  detail: string;
}

/** What a response with the error contains besides its title. */
interface ErrorExample {
  detail?: string;
  errors?: FieldError[];
  members?: Record<string, unknown>;
}

export interface ErrorEntry {
  topic: ErrorTopic;
  status: number;
  /** What is wrong, in at most eight words. */
  title: string;
  /** What to do, unless the thrower gives a detail of its own. */
  detail?: string;
  /** What the error means, for a reader who sees the code for the first time. */
  meaning: string;
  /** How to fix it. */
  remedy: string;
  /** The reference shows it, and the tests provoke it. */
  example?: ErrorExample;
}

/** The texts of an entry. One without a detail has an example, which shows the detail of a thrower. */
type ErrorTexts = Pick<ErrorEntry, "meaning" | "remedy"> &
  (
    | { detail: string; example?: ErrorExample }
    | { detail?: never; example: ErrorExample & { detail: string } }
  );

/** One error of the catalog, with its topic on the page of errors. */
export function error(topic: ErrorTopic, status: number, title: string, texts: ErrorTexts): ErrorEntry {
  return { topic, status, title, ...texts };
}
