import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mailer';

/** The message for nodemailer, which must read no file and no URL for it. */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    from: { name: 'AI Calling Service', address: from },
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
