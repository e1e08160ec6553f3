import { readConfig } from '../../src/platform/config/config';

/** The folder of the offline speech kit of this machine; null: it is not installed. */
const SPEECH_KIT = readConfig({ SPEECH_KIT: process.env['SPEECH_KIT'] }).speech.kit;

/**
 * Tests that need the offline speech kit. Without it they are skipped, with a line; SPEECH_KIT_TESTS=required makes its
 * absence a failure.
 */
export function describeWithSpeechKit(name: string, tests: (speechKit: string) => void): void {
  if (SPEECH_KIT !== null) {
    describe(name, () => tests(SPEECH_KIT));
  } else if (process.env['SPEECH_KIT_TESTS'] === 'required') {
    test(name, () => {
      throw new Error('The offline speech kit is not installed: npm run speech-kit.');
    });
  } else {
    describe.skip(`${name} (needs npm run speech-kit)`, () => tests(''));
    process.stderr.write(`${name}: skipped, the offline speech kit is not installed (npm run speech-kit).\n`);
  }
}
