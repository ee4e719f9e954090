import type { Gets } from "./reads.ts";
import type { Deletes, Patches, Posts, Puts } from "./writes.ts";

/**
 * Which paths there are, and what each takes and answers. A path is written as it is sent:
 * `/platform/shipments/${id}/pin`. One that is in no table does not compile.
 */

/** The operations of each method, by their paths. */
export interface Operations {
  GET: Gets;
  POST: Posts;
  PUT: Puts;
  PATCH: Patches;
  DELETE: Deletes;
}

export type Method = keyof Operations;

/** A path as the tables have it: what is only known when the page runs is `{}`. */
type Key<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? `${Key<Part>}/${Key<Rest>}`
  : string extends Path
    ? "{}"
    : Path;

/** The path itself, where the method has it; of several, where it has all. */
export type Known<M extends Method, Path extends string> = [Key<Path>] extends [keyof Operations[M]]
  ? Path
  : never;

type Entry<M extends Method, Path extends string> = Operations[M][Key<Path> & keyof Operations[M]];

/** What a success returns. */
export type Answer<M extends Method, Path extends string> =
  Entry<M, Path> extends { answer: infer Given } ? Given : never;

/** One row of a list. */
export type Row<Path extends string> =
  Answer<"GET", Path> extends { data: readonly (infer Given)[] } ? Given : never;

/** The parameters by the names that the document has. A session may name its environment in each. */
export type QueryOf<M extends Method, Path extends string> = {
  readonly [Name in NamesOf<Entry<M, Path>> | "environment"]?: string | number | undefined;
};
type NamesOf<Taken> = Taken extends { query: infer Name extends string } ? Name : never;

/** The members of the body. Their values are as somebody typed them: the API says what is wrong, beside the field. */
export type Body<M extends Method, Path extends string> = Members<BodyOf<Entry<M, Path>>>;
type BodyOf<Taken> = Taken extends { body: infer Given } ? Given : undefined;
type Members<Given> = Given extends Blob | null | undefined
  ? Given
  : { readonly [Name in keyof Given]: unknown };
