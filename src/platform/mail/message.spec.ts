import { createTransport } from 'nodemailer';
import { messageOf } from './message';

/** The headers that a mail program reads, unfolded. */
async function headersOf(subject: string): Promise<string> {
  const mail = { id: 'm', to: 'meera@example.com', subject, text: 'Hello', html: '<p>Hello</p>' };
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail(messageOf(mail, 'desk@example.com'));
  return (message as Buffer).toString().split('\r\n\r\n')[0]?.replace(/\r\n /g, ' ') ?? '';
}

/** As RFC 2047 has encoded words read: blanks between two of them vanish. */
function read(header: string): string {
  return header
    .replace(/\?= (?==\?)/g, '?=')
    .replace(/=\?utf-8\?q\?([^?]*)\?=/gi, (_word, text: string) =>
      decodeURIComponent(
        text
          .replace(/_/g, ' ')
          .replace(/%/g, '%25')
          .replace(/=(?=[\dA-F]{2})/g, '%'),
      ),
    )
    .replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_word, text: string) => Buffer.from(text, 'base64').toString());
}

test.each([
  'Sunrise invites you as admin',
  '=?utf-8?B?SGFja2Vk?= invites you as admin',
  `A =?utf-8?Q?B?= ${'long '.repeat(30)}=?x`,
  '=?utf-8?B?SGFja2Vk?= आशा "A" invites you',
])('encodes the subject %j as mail programs decode it', async (subject) => {
  const [, header = ''] = /^Subject: (.*)$/m.exec(await headersOf(subject)) ?? [];
  expect(read(header)).toBe(subject);
});

test('sends a plain subject unchanged', async () => {
  expect(await headersOf('Sunrise invites you')).toContain('\r\nSubject: Sunrise invites you\r\n');
});
