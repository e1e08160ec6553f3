/** The query of an address: every parameter is a text. */
export type Search = Readonly<Record<string, string | undefined>>;
