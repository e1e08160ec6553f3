import { ApiError } from '../api/error';
import { type StartedVoiceTest, type StartVoiceTest, voiceTests } from '../api/voice-tests';

/** The host of a voice test looks each second whether it is to end. */
const RETRY_MS = 500;
const MAX_STARTS = 6;

/** Ids of the voice tests that this page has hung up. */
const hungUp = new Set<string>();

export function noteHungUp(id: string): void {
  hungUp.add(id);
}

/** Waits for the end of a voice test that this page has hung up. @throws ApiError */
export async function startVoiceTest(body: StartVoiceTest, isOver: () => boolean): Promise<StartedVoiceTest> {
  for (let starts = 1; ; starts++) {
    try {
      return await voiceTests.start(body);
    } catch (error) {
      if (!isEnding(error) || isOver() || starts === MAX_STARTS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function isEnding(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'voice_test_running') return false;
  return hungUp.has(error.details.voice_test_id ?? '');
}
