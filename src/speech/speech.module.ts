import { Module } from '@nestjs/common';
import type { Config } from '../platform/config';
import { CONFIG } from '../platform/config.token';
import { SpeechEngines } from './application/speech-engines';
import { TalkRecorder } from './application/talk-recorder';
import { enginesOf } from './infrastructure/engines';

/** Speech recognition and synthesis, and the recordings of simulated talks. */
@Module({
  providers: [
    TalkRecorder,
    {
      provide: SpeechEngines,
      inject: [{ token: CONFIG, optional: true }],
      useFactory: (config?: Config) => {
        const { stt, tts } = enginesOf(config?.speech ?? null);
        return new SpeechEngines(stt, tts);
      },
    },
  ],
  exports: [SpeechEngines, TalkRecorder],
})
export class SpeechModule {}
