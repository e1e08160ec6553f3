import { parentPort, workerData } from 'node:worker_threads';
import { InvalidAudio } from './audio-source';
import { type ConversionOrder, toRecording } from './to-recording';

export type Converted = { readonly ms: number } | { readonly problem: string };

// The decoder writes each damaged frame to the console, and there may be thousands.
console.error = () => undefined;

// Any other rejection ends the thread with an error, which RecordingConverter receives.
void toRecording(workerData as ConversionOrder)
  .then(
    (ms): Converted => ({ ms }),
    (error: unknown): Converted => {
      if (error instanceof InvalidAudio) return { problem: error.message };
      throw error;
    },
  )
  .then((converted) => {
    parentPort?.postMessage(converted);
    parentPort?.close();
  });
