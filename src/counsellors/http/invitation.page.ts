import { escapeHtml } from '../../platform/mail/escape-html';
import { describeRoles } from '../domain/role-words';
import type { ShownInvitation } from '../application/invitations';

/** Nothing is loaded or run, framing is forbidden, and the form can only be sent to this origin. */
export const INVITATION_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

export function invitationPage({ page, name, accountName, roles }: ShownInvitation): string {
  const who = escapeHtml(name);
  const account = escapeHtml(accountName);
  const roleNames = describeRoles(roles);
  switch (page) {
    case 'open':
      return document(
        'Invitation',
        `<p>Hello ${who}, ${account} invites you as ${roleNames}.</p>
<form method="post"><button type="submit">Accept the invitation</button></form>`,
      );
    case 'accepted':
      return document(
        'Invitation accepted',
        `<p>Thank you, ${who}. You belong to ${account} as ${roleNames}.</p>`,
      );
    case 'gone':
      return document(
        'This link does not work',
        '<p>It was withdrawn, is older than 7 days, or was not copied whole. Ask whoever sent it for another.</p>',
      );
  }
}

export function failedPage(): string {
  return document('Something went wrong', '<p>Open the link again in a minute.</p>');
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;
}
