import { FAKES } from '../../../test/fakes/carriers/index.mjs';
import { trunkOptions } from '../../lib/cloud-fakes.mjs';
import { spoiled } from './spoiled.mjs';

/** Fields that identify a message: without them it belongs to no call. */
const KEPT = /sid$|uuid|^event$|^dialaction$|^eventtype$/i;
const TALK_MS = 8_000;
const CONTACT_TALK_MS = 1_000;
/** Half a second of a tone, in µ-law. */
const SOUND = Buffer.alloc(4_000, Buffer.from([0x10, 0x10, 0x90, 0x90])).toString('base64');

/**
 * Cloud carriers whose callbacks, responses and stream messages hold control characters and halves of characters.
 * @param {import('../../lib/random.mjs').Random} random
 */
export function startSpoiledClouds(random) {
  return Promise.all(Object.entries(FAKES).map(([kind, Fake]) => start(kind, Fake, random)));
}

async function start(kind, Fake, random) {
  const carrier = await spoiling(Fake, random).open();
  return {
    carrier,
    kind,
    trunk: trunkOptions(Fake, carrier.url),
    close: () => void carrier.close(),
  };
}

/** A carrier that spoils its texts. The rest keeps to the protocol, so that calls come to their end. */
function spoiling(Fake, random) {
  const text = () => spoiled('busy signal', random);
  const script = { hangUpAfterMs: TALK_MS, isMute: true, reshape: (begin) => streamBegin(begin, text) };
  return class extends Fake {
    constructor() {
      super();
      // A form has no halves of characters, and a signature is made of what was decoded.
      const formed = (value) => (this.kind === 'exotel' ? value : value.toWellFormed());
      this.network.reshape = (fields) => {
        const all = Object.entries(fields).map(([name, value]) => [
          name,
          typeof value === 'string' && !KEPT.test(name) && random.chance(0.15)
            ? formed(spoiled(value, random))
            : value,
        ]);
        return { ...Object.fromEntries(all), HangupCauseName: formed(text()), Extra: formed(text()) };
      };
    }

    next() {
      return script;
    }

    scriptOf() {
      return { hangUpAfterMs: CONTACT_TALK_MS };
    }

    callIn(url, options) {
      return super.callIn(url, { ...options, ...script });
    }

    onInbound(call) {
      this.calls.push(call);
    }

    created(status, body) {
      if (!random.chance(0.2)) return [status, { ...body, message: text(), extra: text() }];
      return [
        random.pick([400, 403, 429]),
        { message: text(), error: text(), code: 21_211, more_info: text() },
      ];
    }
  };
}

function streamBegin(messages, text) {
  const spoiledStart = (start) => ({
    ...start,
    customParameters: { [text()]: text() },
    custom_parameters: text(),
  });
  return [
    { event: 'connected', protocol: text() },
    ...messages.map((message) =>
      message.start ? { ...message, start: spoiledStart(message.start) } : message,
    ),
    ...Array.from({ length: 4 }, (_, at) => media(at)),
    ...['dtmf', 'mark', 'clear', text()].map((event) => ({
      event,
      dtmf: { digit: text(), duration: text() },
      mark: { name: text() },
      name: text(),
    })),
  ];
}

const media = (at) => ({
  event: 'media',
  streamSid: 'of no stream',
  media: { track: 'inbound', chunk: `${at}`, timestamp: `${at * 500}`, payload: SOUND },
});
