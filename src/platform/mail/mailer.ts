/** One e-mail. Its `id` is the Message-ID's first part: the same for every try to send it. */
export interface Mail {
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * What became of an e-mail. `unknown`: the server had all of it and never said what it made of it; whoever must not send
 * twice does not try again.
 */
export type MailResult =
  | { readonly kind: 'sent' }
  /** Written to a file: nobody has received anything. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Where e-mail leaves the service. */
export abstract class Mailer {
  /** False when e-mail only ends in files. */
  abstract readonly delivers: boolean;
  /** Never throws: what went wrong is a result. */
  abstract send(mail: Mail): Promise<MailResult>;
}
