import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mail, Mailer, type MailResult } from './mailer';

/** Writes each e-mail as an .eml file below the data folder, readable only by its owner. */
export class FileMailer extends Mailer {
  override readonly delivers = false;
  readonly #folder: string;

  constructor(
    dataDir: string,
    private readonly from: string,
  ) {
    super();
    this.#folder = join(dataDir, 'mail');
  }

  override async send(mail: Mail): Promise<MailResult> {
    try {
      const message = await this.#compose(mail);
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const path = join(this.#folder, `${mail.id}.eml`);
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      return { kind: 'kept' };
    } catch (error) {
      return { kind: 'refused', reason: (error as NodeJS.ErrnoException).code ?? 'the file was not written' };
    }
  }

  async #compose(mail: Mail): Promise<Buffer> {
    const [{ createTransport }, { messageOf }] = await Promise.all([
      import('nodemailer'),
      import('./message.js'),
    ]);
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await composer.sendMail(messageOf(mail, this.from));
    return message as Buffer;
  }
}
