import { escapeHtml } from '../../platform/mail/escape-html';
import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../platform/logging';
import { type Mail, Mailer, type MailResult } from '../../platform/mail/mailer';
import type { MadeLink } from './login-links';

export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** Sends mails with one-time links, to the stored address, never to a typed one. */
@Injectable()
export class LinkMail {
  readonly #logger = new Logger(LinkMail.name);

  constructor(private readonly mailer: Mailer) {}

  get delivers(): boolean {
    return this.mailer.delivers;
  }

  async send(to: Recipient, link: MadeLink, message: LinkMessage): Promise<MailResult['kind']> {
    try {
      const result = await this.mailer.send(mailOf(to, link, message));
      if (result.kind === 'refused' || result.kind === 'unknown') {
        this.#logger.warn(`the mail with ${link.id}: ${result.reason}`);
      }
      return result.kind;
    } catch (error) {
      this.#logger.warn(`the mail with ${link.id}: ${errorText(error)}`);
      return 'refused';
    }
  }
}

export type LinkMessage = 'forgotten' | 'given' | 'joined';

const UNCHANGED = 'If you did not expect this, do nothing: your password stays as it is.';

const MESSAGES: Readonly<
  Record<
    LinkMessage,
    { readonly subject: string; readonly lines: readonly string[]; readonly farewell: string }
  >
> = {
  forgotten: {
    subject: 'Choose a new password',
    lines: [
      'Somebody asked for a link to choose a new password for your login.',
      'If it was you, open this page. The link works for 30 minutes, once:',
    ],
    farewell: UNCHANGED,
  },
  given: {
    subject: 'Choose a password',
    lines: ['An admin has sent you a link to choose a password.', 'The link works for 24 hours, once:'],
    farewell: UNCHANGED,
  },
  joined: {
    subject: 'Choose a new password',
    lines: [
      'The operator of this service has added your login to another account. Your old password works no more.',
      'Choose a new one on this page. The link works for 24 hours, once:',
    ],
    farewell: 'If you did not expect this, do nothing: nobody can sign in with your login.',
  },
};

function mailOf({ name, email }: Recipient, { id, url }: MadeLink, kind: LinkMessage): Mail {
  const { subject, lines, farewell } = MESSAGES[kind];
  const texts = [`Hello ${name},`, ...lines, url, farewell];
  return {
    id,
    to: email,
    subject,
    text: [...texts, ''].join('\n\n'),
    html: texts
      .map((text) => (text === url ? `<p><a href="${url}">${url}</a></p>` : `<p>${escapeHtml(text)}</p>`))
      .join('\n')
      .concat('\n'),
  };
}
