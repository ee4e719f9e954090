import type { ErrorEntry, FieldError } from "./error-catalog/entry.ts";
import { errorCatalog } from "./error-catalog.ts";

/** Longest pointer or parameter in an answer. Callers can send names as long as the body. */
const placeCharactersMax = 200;

export type { FieldError };

export type ErrorCode = keyof typeof errorCatalog;

export interface AppErrorOptions {
  /** What to do, in one or two sentences; never an input value, a stack trace or SQL. */
  detail?: string;
  errors?: FieldError[];
  /** Members added to the problem document, such as `{from, to, allowed}`. */
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** The only way to refuse a request. Throw it anywhere; `api/problem.ts` makes a problem document (RFC 9457) of it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(
      options.detail ?? errorCatalog[code].title,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = "AppError";
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }
}

/** Whether somebody must investigate. A refusal without a cause is an ordinary answer. */
export function isFault(error: unknown): boolean {
  return !(error instanceof AppError) || error.cause !== undefined;
}

/** @throws AppError `validation_failed` if there is any error */
export function refuseFields(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError("validation_failed", { errors });
}

/** One invalid field of the body: 422 `validation_failed` with its pointer. */
export function invalidField(pointer: string, code: string, detail: string): AppError {
  return new AppError("validation_failed", { errors: [{ pointer, code, detail }] });
}

/** One invalid query parameter: 400 `query_invalid` with its name. */
export function invalidParameter(parameter: string, code: string, detail: string): AppError {
  return new AppError("query_invalid", { errors: [{ parameter, code, detail }] });
}

/**
 * The first field error as a sentence, for who reads it beside no request, or the detail.
 * @param whole the subject where no field is named
 */
export function inWords({ message, options }: AppError, whole: string): string {
  const [first] = options.errors ?? [];
  const field = first?.pointer?.replace(/^#\/?/, "").replaceAll("/", ".");
  return first ? `${field || whole} ${first.detail}.` : message;
}

/** The body of every error answer: RFC 9457, with the members of contract §7. */
export interface ProblemDocument {
  /** Link to the section about the code. */
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  /** About this request, for people. The wording may change at any time. */
  detail: string;
  request_id: string | undefined;
  errors?: FieldError[];
  /** Members that some codes add, such as `from`, `to` and `allowed`. */
  [member: string]: unknown;
}

export function problemDocument(
  code: ErrorCode,
  { detail, errors, members }: AppErrorOptions,
  request: { publicUrl: string; requestId: string | undefined },
): ProblemDocument {
  const { title, status, detail: usual = `${title}.` }: ErrorEntry = errorCatalog[code];
  return {
    type: `${request.publicUrl}/docs/errors#${code}`,
    title,
    status,
    code,
    detail: detail ?? usual,
    request_id: request.requestId,
    ...members,
    ...(errors ? { errors: errors.map(withShortPlace) } : {}),
  };
}

/** A problem inside the response to a request that did other things too. */
export function embeddedProblem(
  { code, options }: AppError,
  request: { publicUrl: string; requestId: string },
): ProblemDocument & { request_id: string } {
  return { ...problemDocument(code, options, request), request_id: request.requestId };
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
  // Removes half of a surrogate pair.
  return `${place.slice(0, placeCharactersMax - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
