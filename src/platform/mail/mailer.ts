/** One e-mail. Its `id` is the local part of the Message-ID, equal for every try. */
export interface Mail {
  readonly id: string;
  /** An address without a name: mail programs would decode an encoded name (RFC 2047). */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Result of a try. `unknown`: the server received everything but its reply was lost, so a caller who must not send
 * twice does not try again.
 */
export type MailResult =
  | { readonly kind: 'sent' }
  /** Written to a file, and not sent. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Sends the service's e-mail. */
export abstract class Mailer {
  /** False when e-mail is only written to files. */
  abstract readonly delivers: boolean;
  /** Never throws: a failure is a result. */
  abstract send(mail: Mail): Promise<MailResult>;
}
