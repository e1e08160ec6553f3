import type { Mail } from '../../platform/mail/mailer';
import { own } from '../../platform/kernel/own';

/** What a welcome e-mail says. */
export interface Welcome {
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  readonly accountName: string;
  readonly link: string;
}

/** "emails a NEW account its login details": who invites, as whom, and the link; never a password. */
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

/** Text as HTML shows it, in an element or a quoted attribute. */
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
