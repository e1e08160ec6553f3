/** Every parameter is a text. */
export type Search = Readonly<Record<string, string | undefined>>;
