/** Of a place that an answer names: a caller's own names may be as long as the body. */
const placeCharactersMax = 200;

/** One thing wrong in a request: where it stands, a stable word for what is wrong, a sentence for people. */
export interface FieldError {
  /** JSON Pointer into the body as a URI fragment, RFC 6901 §6: `#/delivery/address/country`. */
  pointer?: string;
  /** Name of the query parameter. */
  parameter?: string;
  code: string;
  detail: string;
}

/**
 * Every error a caller can meet: code → HTTP status and title. The order of checks that decides which one
 * of several a request gets is in contract §7; what each means and how to mend it in `web/docs/error-help.ts`.
 */
export const catalogue = {
  host_invalid: { status: 400, title: "The Host header is not valid" },
  path_not_found: { status: 404, title: "There is nothing at this path" },
  method_not_allowed: { status: 405, title: "The path does not have this method" },

  ambiguous_credentials: { status: 400, title: "Two different credentials were sent" },
  environment_required: { status: 400, title: "Name the environment" },
  environment_not_allowed: { status: 400, title: "An API key already has its environment" },
  api_key_missing: { status: 401, title: "An API key is required" },
  api_key_invalid: { status: 401, title: "The API key is not valid" },
  api_key_expired: { status: 401, title: "The API key has expired" },
  api_key_revoked: { status: 401, title: "The API key was revoked" },
  authentication_throttled: { status: 429, title: "Too many requests were refused" },
  session_required: { status: 401, title: "Sign in first" },
  sign_in_failed: { status: 401, title: "E-mail address or password is wrong" },
  sign_in_throttled: { status: 429, title: "Too many attempts to sign in" },
  account_suspended: { status: 403, title: "The account is suspended" },
  operator_required: { status: 403, title: "This is for whoever runs the installation" },
  cross_origin_refused: { status: 403, title: "The request came from another site" },
  sign_up_throttled: { status: 429, title: "Too many attempts to open an account" },
  sign_up_closed: { status: 403, title: "Sign-up is closed on this installation" },
  rate_limited: { status: 429, title: "Too many requests at once" },
  email_verification_throttled: { status: 429, title: "Too many verification links" },
  quota_exceeded: { status: 429, title: "The requests of this day are used up" },
  storage_quota_exceeded: { status: 429, title: "The account's storage is full" },
  set_up_refused: { status: 403, title: "The installation cannot be set up this way" },
  email_verification_refused: { status: 403, title: "The verification link is not valid" },
  scope_missing: { status: 403, title: "The API key may not do this" },
  sandbox_only: { status: 403, title: "This exists in the sandbox only" },

  unsupported_media_type: { status: 415, title: "The body's media type is not supported" },
  body_too_large: { status: 413, title: "The body is too large" },
  body_unparsable: { status: 400, title: "The body is not valid JSON" },
  query_invalid: { status: 400, title: "The query is not valid" },
  cursor_invalid: { status: 400, title: "The cursor is not valid for this list" },
  idempotency_key_invalid: { status: 400, title: "The Idempotency-Key is not valid" },
  idempotency_key_reused: { status: 422, title: "The Idempotency-Key was used for another request" },
  validation_failed: { status: 422, title: "The request is not valid" },
  email_taken: { status: 422, title: "The e-mail address already has an account" },
  shipment_too_large: { status: 422, title: "The shipment is too large" },
  destination_not_allowed: { status: 422, title: "The destination is not allowed" },
  proof_required: { status: 422, title: "The required proof of delivery is missing" },

  not_found: { status: 404, title: "There is no such object" },
  precondition_failed: { status: 412, title: "The object has changed" },

  transition_not_allowed: { status: 409, title: "The shipment's state does not allow this" },
  shipment_not_cancellable: { status: 409, title: "The shipment can no longer be cancelled" },
  shipment_not_editable: { status: 409, title: "This part of the shipment can no longer be changed" },
  shipment_already_assigned: { status: 409, title: "The shipment is already assigned" },
  quote_expired: { status: 409, title: "The quote has expired" },
  quote_not_open: { status: 409, title: "The quote is not open" },
  no_open_quotes: { status: 409, title: "The shipment has no open quotes" },
  key_revoked: { status: 409, title: "The key is revoked or has expired" },
  key_replaced: { status: 409, title: "The key was replaced already" },
  webhook_disabled: { status: 409, title: "The webhook endpoint is disabled" },
  too_many_secrets: { status: 409, title: "Too many signing secrets are live" },
  mail_unavailable: { status: 409, title: "This installation sends no mail" },
  limit_reached: { status: 409, title: "The account has as many of these as it may have" },

  storage_full: { status: 503, title: "The disk is full" },
  storage_unavailable: { status: 503, title: "The storage cannot be written" },
  busy: { status: 503, title: "Too much is going on at once; try again soon" },
  not_ready: { status: 503, title: "The server should not be sent requests now" },
  shutting_down: { status: 503, title: "The server is stopping" },
  internal: { status: 500, title: "Something went wrong on our side" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof catalogue;

export interface AppErrorOptions {
  /** One sentence for the person who reads it; never an input value, a stack or SQL. */
  detail?: string;
  errors?: FieldError[];
  /** Members added to the problem document, such as `{from, to, allowed}`. */
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** The one way to refuse: thrown anywhere, turned into a problem document (RFC 9457) by `api/problem.ts`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(
      options.detail ?? catalogue[code].title,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = "AppError";
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return catalogue[this.code].status;
  }
}

/** Whether somebody has to look into it: a refusal that nothing has caused is an answer like any other. */
export function isFault(error: unknown): boolean {
  return !(error instanceof AppError) || error.cause !== undefined;
}

/** @throws AppError `validation_failed` if there is any. */
export function refuseFields(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError("validation_failed", { errors });
}

/** A semantic fault in one field of the body: 422 `validation_failed` with its pointer. */
export function invalidField(pointer: string, code: string, detail: string): AppError {
  return new AppError("validation_failed", { errors: [{ pointer, code, detail }] });
}

/** One parameter of the query that cannot be used. */
export function invalidParameter(parameter: string, code: string, detail: string): AppError {
  return new AppError("query_invalid", { errors: [{ parameter, code, detail }] });
}

/** The body of every refusal: RFC 9457, with the members of contract §7. */
export interface ProblemDocument {
  /** Address of the paragraph about the code. */
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  /** About this request, for people; it may be worded anew at any time. */
  detail: string;
  request_id: string | undefined;
  errors?: FieldError[];
  /** What some codes tell besides, such as `from`, `to` and `allowed`. */
  [member: string]: unknown;
}

export function problemDocument(
  code: ErrorCode,
  { detail, errors, members }: AppErrorOptions,
  request: { publicUrl: string; requestId: string | undefined },
): ProblemDocument {
  const { title, status } = catalogue[code];
  return {
    type: `${request.publicUrl}/docs/errors#${code}`,
    title,
    status,
    code,
    detail: detail ?? `${title}.`,
    request_id: request.requestId,
    ...members,
    ...(errors ? { errors: errors.map(withShortPlace) } : {}),
  };
}

function withShortPlace({ pointer, parameter, ...error }: FieldError): FieldError {
  return {
    ...(pointer === undefined ? {} : { pointer: shortPlace(pointer) }),
    ...(parameter === undefined ? {} : { parameter: shortPlace(parameter) }),
    ...error,
  };
}

function shortPlace(place: string): string {
  if (place.length <= placeCharactersMax) return place;
  // Never half of a surrogate pair.
  return `${place.slice(0, placeCharactersMax - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
