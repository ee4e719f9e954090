import type { operations, operationTable } from "./schema.ts";
import type { EventMessage, StreamMessage, StreamWatch, TrackingMessage } from "./stream.ts";

/** An operation of the reference that a key may call. */
export type OperationId = keyof typeof operationTable;

/** An operation's input as in the reference, and a signal that aborts it. */
export type Input<Id extends OperationId> = Pick<operations[Id]["parameters"], "path" | "query" | "header"> &
  BodyOf<operations[Id]> & { signal?: AbortSignal };

type BodyOf<Operation extends { requestBody?: unknown }> = Operation extends { requestBody: object }
  ? { body: JsonOf<Operation["requestBody"]> }
  : { body?: JsonOf<NonNullable<Operation["requestBody"]>> };

type JsonOf<Described> = Described extends { content: { "application/json": infer Json } } ? Json : never;

/** What a success returns: parsed JSON, a `Response` for other media types, or undefined. */
export type Answer<Id extends OperationId> = AnswerOf<
  operations[Id]["responses"][keyof operations[Id]["responses"]]
>;

type AnswerOf<Success> = Success extends { content: object }
  ? Success extends { content: { "application/json": infer Json } }
    ? Json
    : Response
  : undefined;

/** Calls an operation. */
export type Call<Id extends OperationId> = Id extends StreamId
  ? (...input: MayBeLeftOut<Input<Id> & StreamWatch>) => AsyncGenerator<MessageOf<Id>, void>
  : Answer<Id> extends { secret: string | null }
    ? SecretCall<Id>
    : (...input: MayBeLeftOut<Input<Id>>) => Promise<Answer<Id>>;

/** The input is optional if nothing in it is required. */
type MayBeLeftOut<Given> = Record<never, never> extends Given ? [input?: Given] : [input: Given];

/** A secret is shown once: a replay with an idempotency key of the caller's own gets null. */
interface SecretCall<Id extends OperationId> {
  (
    ...input: MayBeLeftOut<Input<Id> & { header?: { "Idempotency-Key"?: never } }>
  ): Promise<WithSecret<Answer<Id>>>;
  (...input: MayBeLeftOut<Input<Id>>): Promise<Answer<Id>>;
}

type WithSecret<Shown> = Omit<Shown, "secret"> & { secret: string };

/** The operations that return a stream. */
export type StreamId = {
  [Id in OperationId]: (typeof operationTable)[Id] extends { stream: true } ? Id : never;
}[OperationId];

type MessageOf<Id extends StreamId> = Id extends "streamTracking"
  ? TrackingMessage
  : Id extends "streamEvents"
    ? EventMessage
    : StreamMessage;

/** The operations that return paginated lists. */
export type PagedId = {
  [Id in OperationId]: Answer<Id> extends { data: unknown[]; next_cursor: string | null } ? Id : never;
}[OperationId];

export type Item<Id extends PagedId> = Answer<Id> extends { data: (infer Each)[] } ? Each : never;
