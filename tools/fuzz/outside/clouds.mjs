import { once } from 'node:events';
import { createServer } from 'node:http';
import { Carrier } from '../../lib/cloud-carriers/carrier.mjs';
import { exotel } from '../../lib/cloud-carriers/exotel.mjs';
import { plivo } from '../../lib/cloud-carriers/plivo.mjs';
import { twilio } from '../../lib/cloud-carriers/twilio.mjs';
import { portOf } from '../../lib/free-port.mjs';
import { spoiled } from './spoiled.mjs';

/** Names by which a carrier's message is told apart: without them it belongs to no call. */
const KEPT = /sid$|uuid|^event$|^dialaction$|^eventtype$/i;
const TALK_MS = 8_000;
/** Half a second of a tone, in µ-law. */
const SOUND = Buffer.alloc(4_000, Buffer.from([0x10, 0x10, 0x90, 0x90])).toString('base64');

/**
 * Cloud carriers whose callbacks, answers and stream messages hold control characters and halves of characters.
 * @param {import('../../lib/random.mjs').Random} random
 */
export function startSpoiledClouds(random) {
  return Promise.all([twilio, plivo, exotel].map((dialect) => start(dialect, random)));
}

async function start(dialect, random) {
  const carrier = new Carrier({ ...dialect, ...changes(dialect, random) });
  const server = createServer((request, response) => {
    carrier.serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  carrier.url = `http://127.0.0.1:${portOf(server)}`;
  const hangingUp = setInterval(() => {
    for (const call of carrier.calls)
      if (Date.now() - (call.answeredAt ?? Date.now()) > TALK_MS) carrier.hangUp(call);
  }, 500);
  return {
    carrier,
    kind: dialect.kind,
    trunk: { 'base-url': carrier.url, ...dialect.trunk },
    close: () => {
      clearInterval(hangingUp);
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a spoiled carrier does in another way; the rest keeps to the protocol, so that calls come to their end. */
function changes(dialect, random) {
  const text = () => spoiled('busy signal', random);
  // A form has no halves of characters, and a signature is made of what was decoded.
  const inForm = dialect.kind === 'exotel' ? text : () => text().toWellFormed();
  return {
    made: (call) =>
      random.chance(0.2)
        ? [random.pick([400, 403, 429]), { message: text(), error: text(), code: 21_211, more_info: text() }]
        : withMore(dialect.made(call), text),
    word: (call, what) => {
      const word = dialect.word(call, what);
      if (word === null) return null;
      const fields = Object.entries(word.fields).map(([name, value]) => [
        name,
        typeof value === 'string' && !KEPT.test(name) && random.chance(0.15)
          ? dialect.kind === 'exotel'
            ? spoiled(value, random)
            : spoiled(value, random).toWellFormed()
          : value,
      ]);
      return {
        ...word,
        fields: { ...Object.fromEntries(fields), HangupCauseName: inForm(), Extra: inForm() },
      };
    },
    begin: (call) => [
      { event: 'connected', protocol: text() },
      ...dialect.begin(call).map((message) => ({
        ...message,
        start: { ...message.start, customParameters: { [text()]: text() }, custom_parameters: text() },
      })),
      ...Array.from({ length: 4 }, (_, at) => media(call, at)),
      ...['dtmf', 'mark', 'clear', text()].map((event) => ({
        event,
        dtmf: { digit: text(), duration: text() },
        mark: { name: text() },
        name: text(),
      })),
    ],
  };
}

const withMore = ([status, body], text) => [status, { ...body, message: text(), extra: text() }];

const media = ({ id }, at) => ({
  event: 'media',
  streamSid: id,
  media: { track: 'inbound', chunk: `${at}`, timestamp: `${at * 500}`, payload: SOUND },
});
