import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Mail, Mailer, type MailResult } from './mailer';
import { messageOf } from './message';

/** Without SMTP, writes each e-mail as an .eml file below the data folder, readable only by its owner. */
export class FileMailer extends Mailer {
  override readonly delivers = false;
  readonly #folder: string;
  readonly #composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(
    dataDir: string,
    private readonly from: string,
  ) {
    super();
    this.#folder = join(dataDir, 'mail');
  }

  override async send(mail: Mail): Promise<MailResult> {
    try {
      const { message } = await this.#composer.sendMail(messageOf(mail, this.from));
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const path = join(this.#folder, `${mail.id}.eml`);
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
      return { kind: 'kept' };
    } catch (error) {
      return { kind: 'refused', reason: (error as NodeJS.ErrnoException).code ?? 'the file was not written' };
    }
  }
}
