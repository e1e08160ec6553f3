import type { Mail } from '../../platform/mail/mailer';
import { own } from '../../platform/kernel/own';

/** Content of a welcome e-mail. */
export interface Welcome {
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  readonly accountName: string;
  readonly link: string;
}

/** Welcome e-mail to a new login: who invites, in which role, and the link. Never a password. */
export function welcomeMail({ memberId, name, email, accountName, link }: Welcome): Mail {
  const lines = [
    `Hello ${name},`,
    `${accountName} has added you as a counsellor. Your login is ${email}.`,
    'Please accept the invitation on this page (the link works for 7 days):',
  ];
  const farewell = 'If you do not know who this is, do nothing.';
  return {
    id: `welcome.${memberId}`,
    to: { name, address: email },
    subject: `${accountName} invites you as a counsellor`,
    text: [...lines, link, farewell, ''].join('\n\n'),
    html: [
      ...lines.map(paragraph),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      paragraph(farewell),
    ]
      .join('\n')
      .concat('\n'),
  };
}

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** Escapes text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => own(entities, character) ?? '');
}
