import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const CLI = at('../scripts/cli.mjs');
const SOFTPHONE = at('softphone/main.mjs');

/** A service that nothing of the caller's own set-up reaches, on any free ports. */
export const OWN_SERVICE = {
  RTP_PORTS: '0',
  SIP_PUBLIC_ADDRESS: '',
  SIP_TLS_CERT: '',
  SIP_TLS_KEY: '',
  S3_BUCKET: '',
  SECRET_KEY: '',
  SECRET_KEY_PREVIOUS: '',
  METRICS_PORT: '',
  PUBLIC_URL: '',
  DEMO: 'true',
};

/** Who calls, and what it asks. */
export const AGENT = {
  name: 'Asha',
  language: 'english',
  tts_model: 'local',
  voice: 'en-gb',
  opening_line:
    'Hello, this is Asha from Sunrise College. You asked about a course. Can we talk for a minute?',
  system_prompt:
    'You call people who asked about a course. Find out what they want to study, and where they live.',
  extraction_questions: ['What would you like to study?', 'Which city do you live in?'],
};

/** What the telephone says, each after the agent's turn. */
const SAYINGS = ['Yes, please tell me more.', 'I want to study computer science.', 'I live in London.'];

/** What the answers to the agent's questions must name. */
export const ANSWERS = [/computer science/i, /london/i];

/** The test softphone in a process of its own; `told` gets its events. Resolves once it listens. */
export async function startPhone(told) {
  const words = SAYINGS.flatMap((text) => ['--say', text]);
  const child = spawn(
    process.execPath,
    [SOFTPHONE, '--json', '--listen', '127.0.0.1:0', '--answer-after', '1', ...words],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = await new Promise((resolve, reject) => {
    void ended.then((code) => reject(new Error(`the softphone ended with ${code}`)));
    createInterface(child.stdout).on('line', (line) => {
      const event = JSON.parse(line);
      if (event.event === 'listening') resolve(event.address);
      else told(event);
    });
  });
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { address, stop };
}

/** The operator's commands on the service of a data folder; each gives its JSON. */
export function operator(dataDir) {
  const run = promisify(execFile);
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  return async (...words) => {
    const { stdout } = await run(process.execPath, [CLI, ...words, '--json'], { env });
    return JSON.parse(stdout);
  };
}

/** Whether espeak-ng and the speech kit are there; else what to do. */
export async function missingPackage() {
  const { readConfig } = await import('../dist/src/platform/config/config.js');
  if (readConfig({ SPEECH_KIT: process.env.SPEECH_KIT }).speech.kit === null)
    return 'The offline speech kit is not installed (75 MB). Install it, then run the demo again:\nnpm run speech-kit';
  const { EspeakTts } = await import('../dist/src/speech/infrastructure/local/espeak-tts.js');
  return EspeakTts.isInstalled()
    ? null
    : 'The optional package espeak-ng, which speaks, is not installed:\nnpm ci';
}

/** What the phone reports, in words; null for what tells nothing here. */
export function phoneWords({ event, number, length_ms: length }) {
  switch (event) {
    case 'ringing':
      return 'rings';
    case 'answered':
      return 'is answered';
    case 'audio_ended':
      return `heard a voice for ${(length / 1_000).toFixed(1)} s`;
    case 'said':
      return `said: ${SAYINGS[number - 1]}`;
    case 'ended':
      return 'the call is over';
    default:
      return null;
  }
}
