import { Logger } from '@nestjs/common';
import { MediaLegs } from '../../src/media';
import { MoonshineStt } from '../../src/speech/infrastructure/local/moonshine-stt';
import type { SttEngine } from '../../src/speech';
import { eventually } from '../harness/app';
import { englishSpeech } from '../harness/english-speech';
import { compileThreads } from '../harness/sip-accounts';
import { describeWithSpeechKit } from '../harness/speech-kit';

compileThreads();
Logger.overrideLogger(false);

const silence = (ms: number) => new Int16Array(8 * ms);
const open = (stt: SttEngine) =>
  stt.open(
    { language: 'english', keyterms: [], signal: new AbortController().signal },
    { partial: () => undefined, onFailed: () => undefined },
  );

describeWithSpeechKit('Moonshine', (speechKit) => {
  let stt: MoonshineStt;
  beforeAll(() => {
    stt = new MoonshineStt(speechKit);
  });
  afterAll(() => stt.close());

  test('recognizes English alone', () =>
    expect(['english', 'hinglish', null].map((language) => stt.recognizes(language))).toEqual([
      true,
      false,
      false,
    ]));

  test('recognizes turn after turn, at the pause or at the end', async () => {
    const stream = await open(stt);
    stream.feed(silence(300));
    stream.feed(await englishSpeech('Yes, please tell me more about the course.'));
    stream.feed(silence(200));
    stream.onPause?.();
    stream.feed(silence(300));
    expect(await stream.end()).toMatch(/^yes, please tell me more about the \w+\.$/iu);

    stream.feed(silence(300));
    stream.feed(await englishSpeech('Please wait.'));
    stream.onPause?.();
    stream.onResumed?.();
    stream.feed(await englishSpeech('No, thank you. Please do not call me again.'));
    stream.feed(silence(300));
    expect(await stream.end()).toMatch(/call me again/iu);
    expect(await stream.end()).toBe('');
    stream.close();
  });

  test('recognizes few words or none in sound that is no language', async () => {
    const stream = await open(stt);
    stream.feed(silence(1_000));
    expect((await stream.end()).length).toBeLessThan(40);
  });

  test('fails the turns of a folder without models', async () => {
    const broken = new MoonshineStt(__dirname);
    const stream = await open(broken);
    stream.feed(silence(500));
    await expect(stream.end()).rejects.toThrow('its process does not start');
    await broken.close();
  });
});

describeWithSpeechKit('Silero VAD in the media thread', (speechKit) => {
  // A second thread after the first: the program of the runtime must stand that.
  test.each(['a first', 'a second'])('finds speech and no hum by %s thread', async () => {
    const legs = new MediaLegs({ ports: '0', host: '127.0.0.1', speechKit });
    const plain = new MediaLegs({ ports: '0', host: '127.0.0.1' });
    try {
      const [leg, phone] = [await legs.openRtp(), await plain.openRtp()];
      const address = '127.0.0.1';
      const common = {
        codec: 'PCMA',
        payloadType: 8,
        receive: new Map([[8, 'PCMA' as const]]),
        events: null,
      } as const;
      leg.setRemote({ address, port: phone.port, sources: [address], ...common });
      phone.setRemote({ address, port: leg.port, sources: [address], ...common });
      const events: string[] = [];
      leg.listen({ onVoiced: () => events.push('voiced'), quiet: () => events.push('quiet') });
      leg.onAnswered();
      // A level detector takes a hum for speech.
      await phone.play(hum(1_500));
      const before = events.length;
      await phone.play(await englishSpeech('Yes, please tell me more.'));
      await eventually(async () => {
        expect(events.at(-1)).toBe('quiet');
        return Promise.resolve();
      });
      expect(events.slice(before)).toContain('voiced');
      expect(before).toBe(0);
    } finally {
      await legs.close();
      await plain.close();
    }
  });
});

/** It swells, as sounds of the line do that are no voice. */
function hum(ms: number): Int16Array {
  return Int16Array.from(
    { length: 8 * ms },
    (_, at) => Math.min(1, at / 4_000) * 8_000 * Math.sin((2 * Math.PI * 440 * at) / 8_000),
  );
}
