import { parseArgs } from 'node:util';

/** What the command line should have been, in one line. */
export class UsageError extends Error {}

export const HELP = `npm run -s softphone -- [options]

Who it is
  --listen HOST:PORT        is called there (port 0: any that is free)
  --transport udp|tcp|tls   what it speaks (udp); a listener of udp or tcp takes both
  --tls-ca FILE             certificate authorities for calls and registrations over TLS
  --tls-cert FILE, --tls-key FILE   its own certificate, to be called over TLS
  --srtp                    encrypts its audio (SRTP by SDES), and takes no other; with --transport tls
  --register URI            registers that address, e.g. sip:1001@pbx.example.com; sip:HOST: with --username
  --username NAME, --password TEXT  for the registrar and for calls
What it does
  --dial sip:…              calls, and ends with the call: exit 0 when it was answered, else 1
  --codec pcma,pcmu         codecs that it offers, in this order
  --answer-after S|never    rings so long before it answers (0)
  --reject CODE             refuses with this status; after ringing so long with --answer-after
  --reason-cause N          adds a Q.850 cause to the refusal
  --say FILE.wav|TEXT       says that, after the other side's turn; may be repeated
  --cut-in S                from the second --say on, speaks so long after the other side began, in its midst
  --script FILE.json        says what the file has for the number that is called: docs/softphone.md
  --dtmf 12#                presses keys when all is said
  --hold S                  a second after the answer, holds the call for so long
  --hang-up-after S[,S…]    hangs up so long after the answer; of several each call takes one, all further calls the last
  --no-rtp                  sends no audio at all
  --loss PERCENT            loses so many RTP packets, each way
What it leaves
  --record FILE             writes a stereo WAV file: left what it said, right what it heard
  --json                    prints a line of JSON for each event`;

/** How each value is read: with what it is, and what would be right. */
const READERS = {
  listen: (text) => {
    const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(text) ?? [];
    return host && Number(port) < 65_536 ? { host, port: Number(port) } : `HOST:PORT, e.g. 127.0.0.1:5070`;
  },
  transport: oneOf('udp', 'tcp', 'tls'),
  'tls-ca': (text) => text,
  'tls-cert': (text) => text,
  'tls-key': (text) => text,
  codec: (text) => {
    const codecs = text.toLowerCase().split(',');
    const known = codecs.every((codec) => codec === 'pcma' || codec === 'pcmu');
    return known && new Set(codecs).size === codecs.length ? codecs : 'pcma, pcmu or both: pcma,pcmu';
  },
  'answer-after': (text) => (text === 'never' ? Infinity : seconds(text, 'or never')),
  reject: whole(300, 699, 'a SIP status from 300 to 699'),
  'reason-cause': whole(1, 127, 'a Q.850 cause from 1 to 127'),
  'hang-up-after': (text) => {
    const each = text.split(',').map((part) => seconds(part));
    return each.find((value) => typeof value === 'string') ?? each;
  },
  hold: (text) => seconds(text),
  'cut-in': (text) => seconds(text),
  dtmf: (text) => (/^[0-9*#A-Da-d]{1,64}$/.test(text) ? text : 'keys of 0-9 * # A-D, at most 64'),
  loss: whole(0, 100, 'a percentage from 0 to 100'),
  dial: sipUri,
  register: sipUri,
  username: (text) => text,
  password: (text) => text,
  record: (text) => text,
  script: (text) => text,
};

/** Whole options by name. @throws UsageError */
export function readOptions(words) {
  let values;
  try {
    ({ values } = parseArgs({ args: words, options: declared(), allowPositionals: false }));
  } catch (error) {
    throw new UsageError(`${error.message.split(/[.\n]/)[0]}: --help shows all options.`);
  }
  if (values.help) return { help: true };
  const { say = [], 'no-rtp': noRtp = false, srtp = false, json = false } = values;
  const options = { say, noRtp, srtp, json };
  for (const [name, read] of Object.entries(READERS)) {
    if (values[name] === undefined) continue;
    const value = read(values[name]);
    // A reader's text for an object's or number's place is what would be right.
    if (typeof value === 'string' && value !== values[name]) throw new UsageError(`--${name} is ${value}.`);
    options[camel(name)] = value;
  }
  check(options);
  const { register, username } = options;
  // An address without a user is that of the registrar.
  if (register && !register.includes('@'))
    options.register = register.replace(':', `:${encodeURIComponent(username)}@`);
  return {
    transport: 'udp',
    codec: ['pcma', 'pcmu'],
    answerAfter: options.reject ? null : 0,
    loss: 0,
    ...options,
  };
}

function check({
  listen,
  dial,
  register,
  username,
  password,
  transport,
  srtp,
  tlsCert,
  tlsKey,
  reasonCause,
  reject,
}) {
  if (!listen && !dial && !register) {
    throw new UsageError(
      'Say --listen HOST:PORT to be called, or --dial sip:… to call; --help shows all options.',
    );
  }
  if (register && (!username || password === undefined)) {
    throw new UsageError('--register needs --username and --password.');
  }
  if ((username === undefined) !== (password === undefined)) {
    throw new UsageError('--username and --password go together.');
  }
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new UsageError('--tls-cert and --tls-key go together.');
  if (srtp && transport !== 'tls') throw new UsageError('--srtp needs --transport tls: it sends the keys.');
  if (listen && transport === 'tls' && !tlsCert && !dial && !register) {
    throw new UsageError('To be called over TLS it needs --tls-cert and --tls-key.');
  }
  if (reasonCause !== undefined && reject === undefined)
    throw new UsageError('--reason-cause goes with --reject.');
}

function declared() {
  const options = Object.fromEntries(Object.keys(READERS).map((name) => [name, { type: 'string' }]));
  const flag = { type: 'boolean' };
  return {
    ...options,
    say: { type: 'string', multiple: true },
    'no-rtp': flag,
    srtp: flag,
    json: flag,
    help: flag,
  };
}

function oneOf(...words) {
  return (text) => (words.includes(text) ? text : words.join(', ').replace(/, (\w+)$/, ' or $1'));
}

function whole(least, most, right) {
  return (text) =>
    /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : right;
}

function seconds(text, or = '') {
  const value = Number(text);
  return /^\d{1,5}(\.\d{1,3})?$/.test(text) ? value : `a number of seconds ${or}`.trim();
}

function sipUri(text) {
  return /^sips?:[^\s@]+(@[^\s@]+)?$/.test(text) ? text : 'a SIP URI, e.g. sip:100@127.0.0.1:5060';
}

function camel(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
