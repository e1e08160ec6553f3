import { EXOTEL } from './exotel';

/** A body as a client of HTTP writes it. */
async function bodyOf(fields: Readonly<Record<string, string>>): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return new Response(form).text();
}

const END = {
  CallSid: '80bfbec2d78bbbf10fb851f4fa165211',
  EventType: 'terminal',
  Status: 'completed',
  'Legs[0][Status]': 'busy',
  CustomField: 'two\r\nlines, "quoted" & é',
  RecordingUrl: '',
};

test('reads a callback that is multipart/form-data', async () => {
  const fields = EXOTEL.parseBody(await bodyOf(END));
  expect(fields).toEqual(Object.entries(END));
  expect(EXOTEL.parseStatus(new Map(fields))).toMatchObject({ state: 'ended', event: { type: 'busy' } });
});

test('reads parts whose headers come in another order, or in other cases', () => {
  const part = 'Content-Type: text/plain\r\ncontent-disposition: FORM-DATA; Name="Status"\r\n\r\nbusy';
  expect(EXOTEL.parseBody(`--b\r\n${part}\r\n--b--\r\n`)).toEqual([['Status', 'busy']]);
});

test.each([
  '--',
  '--b',
  '--b\r\n',
  '--b--\r\n',
  '--b\r\nno header\r\n--b--',
  '--b\r\n\r\nvalue\r\n--b--',
  '--b\r\ncontent-disposition: form-data; name="\r\n\r\nvalue\r\n--b--',
  `--${'b'.repeat(71)}\r\ncontent-disposition: form-data; name="a"\r\n\r\nvalue\r\n--${'b'.repeat(71)}--`,
])('reads no fields of %j', (body) => expect(EXOTEL.parseBody(body)).toEqual([]));

test('reads a bounded part of a body of 64 KiB, in linear time', () => {
  const part = '\r\nx: ; name="a"\r\n\r\n\r\n--b';
  const bodies = [
    `--b${part.repeat(3_000)}`,
    `--b\r\n${'; name="'.repeat(8_000)}\r\n\r\n`,
    `--b\r\n${'-'.repeat(65_000)}`,
    `--${'\r\n--'.repeat(16_000)}`,
  ];
  const began = performance.now();
  for (const body of bodies) expect(EXOTEL.parseBody(body).length).toBeLessThanOrEqual(512);
  expect(performance.now() - began).toBeLessThan(500);
});
