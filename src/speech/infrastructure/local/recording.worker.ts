import { parentPort, workerData } from 'node:worker_threads';
import { EspeakVoice } from './espeak-voice';
import { type RecordedTalk, writeRecording } from './recording-file';
import { ToneVoice } from './tone-voice';
import { normalizeVolume, type Utterance } from './voice';

export interface RecordingJob {
  readonly talk: RecordedTalk;
  readonly path: string;
}

async function work({ talk, path }: RecordingJob): Promise<void> {
  const voice = await EspeakVoice.load();
  const tones = new ToneVoice();
  const speak = (utterance: Utterance) => voice?.speak(utterance) ?? normalizeVolume(tones.speak(utterance));
  await writeRecording(path, talk, speak);
}

// A rejection ends the thread with an error, which TalkRecorder receives.
void work(workerData as RecordingJob).then(() => parentPort?.close());
