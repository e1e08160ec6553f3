import type { components, paths } from '../../web/src/api/api.gen';

/** An object of the API by its name in the OpenAPI document. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A path of the document as it is written in code: `/v1/calls/{id}` is `/calls/${string}`. */
type Written<Path extends string> = Path extends `/v1${infer Rest}` ? Filled<Rest> : never;
type Filled<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Path;
type WithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

/** The path of the document that is written so; `/calls/${string}/timeline` is no `/calls/${string}`. */
type Documented<Path extends string> = {
  [Known in keyof paths]: [Written<Known>] extends [WithoutQuery<Path>]
    ? [WithoutQuery<Path>] extends [Written<Known>]
      ? Known
      : never
    : never;
}[keyof paths];

type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<Operation> = Operation extends { responses: infer Answers }
  ? JsonOf<Answers[keyof Answers & (200 | 201)]>
  : never;

/** The body of an operation's success, by its method and path. */
type BodyOf<M extends Method, Path extends string> = Success<OperationOf<paths[Documented<Path>], M>>;
type OperationOf<Methods, M extends Method> = M extends keyof Methods ? Methods[M] : never;

/** A request by each method; resolves with the body of its success, rejects with any other answer. */
export type Api = {
  readonly [M in Method]: <Path extends string>(path: Path, body?: object) => Promise<BodyOf<M, Path>>;
};
