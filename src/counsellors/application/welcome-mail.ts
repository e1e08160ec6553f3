import { describeRoles } from '../domain/role-words';
import type { Mail } from '../../platform/mail/mailer';
import { escapeHtml } from '../../platform/mail/escape-html';

export interface Welcome {
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  readonly accountName: string;
  readonly roles: readonly string[];
  readonly link: string;
}

/** The mail to a new login: sender, roles and link, never a password. */
export function welcomeMail({ memberId, name, email, accountName, roles, link }: Welcome): Mail {
  const invites = `${accountName} invites you as ${describeRoles(roles)}`;
  const lines = [
    `Hello ${name},`,
    `${invites}. Your login is ${email}.`,
    'Please accept the invitation on this page (the link works for 7 days):',
  ];
  const farewell = 'If you do not know who this is, do nothing.';
  return {
    id: `welcome.${memberId}`,
    to: email,
    subject: invites,
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
