/** `id` is the local part of the Message-ID, equal for every try. */
export interface Mail {
  readonly id: string;
  /** Without a name: mail programs would decode an encoded name (RFC 2047). */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** `unknown`: the server received everything but its reply was lost, so a retry may send twice. */
export type MailResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export abstract class Mailer {
  /** False when e-mail is written to files. */
  abstract readonly delivers: boolean;
  /** Never throws. */
  abstract send(mail: Mail): Promise<MailResult>;
}
