export type Search = Readonly<Record<string, string | undefined>>;
