import { Module } from '@nestjs/common';
import { Config } from '../config/config';
import { emailProblem } from '../email';
import { FileMailer } from './file-mailer';
import { Mailer } from './mailer';

@Module({
  providers: [{ provide: Mailer, inject: [Config], useFactory: mailerOf }],
  exports: [Mailer],
})
export class MailModule {}

async function mailerOf(config: Config): Promise<Mailer> {
  if (config.smtpUrl === null) return new FileMailer(config.dataDir, senderOf(config, null));
  const url = new URL(config.smtpUrl);
  const from = senderOf(config, url);
  // Our own parameter, not nodemailer's.
  url.searchParams.delete('from');
  const { SmtpMailer } = await import('./smtp-mailer.js');
  return new SmtpMailer(url.href, from);
}

/** `?from=` of SMTP_URL, else its user if that is an address, else no-reply at the public host. */
function senderOf({ publicUrl }: Config, smtp: URL | null): string {
  const candidates = [smtp?.searchParams.get('from'), smtp && decodeURIComponent(smtp.username)];
  const named = candidates.find((text) => text != null && emailProblem(text) === undefined);
  return named ?? `no-reply@${publicUrl === null ? 'localhost' : new URL(publicUrl).hostname}`;
}
