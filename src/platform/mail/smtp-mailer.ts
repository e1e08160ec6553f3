import { Transform } from 'node:stream';
import { createTransport } from 'nodemailer';
import { type Mail, Mailer, type MailResult } from './mailer';
import { messageOf } from './message';

/** The limit of one SMTP step. Requests do not wait for it. */
const SMTP_TIMEOUT_MS = 30_000;

/** Sends e-mail through an SMTP server (`SMTP_URL`). */
export class SmtpMailer extends Mailer {
  override readonly delivers = true;

  constructor(
    private readonly smtpUrl: string,
    private readonly from: string,
  ) {
    super();
  }

  override async send(mail: Mail): Promise<MailResult> {
    const message = { wasHandedOver: false };
    const transport = createTransport({
      url: this.smtpUrl,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
      dnsTimeout: SMTP_TIMEOUT_MS,
    });
    transport.use('stream', (compiled, done) => {
      compiled.message.transform(
        () =>
          new Transform({
            transform(chunk, _, next) {
              next(null, chunk);
            },
            flush(next) {
              message.wasHandedOver = true;
              next();
            },
          }),
      );
      done();
    });
    try {
      await transport.sendMail(messageOf(mail, this.from));
      return { kind: 'sent' };
    } catch (error) {
      const { code = 'ERROR', responseCode } = error as { code?: string; responseCode?: number };
      const reason = responseCode === undefined ? code : `${code} ${responseCode}`;
      // Without a reply after all data was sent, the server may have accepted the mail.
      return { kind: message.wasHandedOver && responseCode === undefined ? 'unknown' : 'refused', reason };
    } finally {
      transport.close();
    }
  }
}
