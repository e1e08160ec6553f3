import type { SendMailOptions } from 'nodemailer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type { Mail } from './mailer';

/** nodemailer must read no file and no URL for it. */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    from: { name: 'AI Calling Service', address: from },
    to: mail.to,
    subject: encodeSubject(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Bounds a line of the header below 76 characters (RFC 2047, 2). */
const MAX_ENCODED_CHARACTERS = 52;

/** nodemailer sends an encoded word inside a text unchanged, so such a text is encoded as a whole. */
function encodeSubject(subject: string): string {
  return subject.includes('=?') ? encodeWord(subject, 'B', MAX_ENCODED_CHARACTERS) : subject;
}
