import { Logger, Module } from '@nestjs/common';
import { Config } from '../platform/config/config';
import { RecordingConverter } from './application/recording-converter';
import { SpeechEngines } from './application/speech-engines';
import { TalkRecorder } from './application/talk-recorder';
import { Transcriber } from './application/transcriber';
import { enginesOf } from './infrastructure/engines';

/** Speech recognition and synthesis, and the making of recordings: of simulated talks, and of carriers' files. */
@Module({
  providers: [
    RecordingConverter,
    TalkRecorder,
    Transcriber,
    {
      provide: SpeechEngines,
      inject: [{ token: Config, optional: true }],
      useFactory: (config?: Config) => {
        const missing = config?.speech.missingKit ?? null;
        if (missing !== null)
          new Logger('Speech').warn(
            `SPEECH_KIT: there is no speech kit in ${missing}; the service runs without it`,
          );
        const { stt, tts } = enginesOf(config?.speech ?? null);
        return new SpeechEngines(stt, tts, config?.speech.maxStreams);
      },
    },
  ],
  exports: [RecordingConverter, SpeechEngines, TalkRecorder, Transcriber],
})
export class SpeechModule {}
