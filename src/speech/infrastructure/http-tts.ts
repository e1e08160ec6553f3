import type { CloudServer } from '../../platform/config/config-speech-servers';
import type { TtsEngine, VoiceSettings } from '../domain/tts-engine';
import { EngineHttp } from './engine-http';

/** A synthesizer of a cloud service with a request for each text. */
export abstract class HttpTts implements TtsEngine {
  abstract readonly name: string;
  readonly edition: string;
  protected readonly http = new EngineHttp();

  constructor(protected readonly server: CloudServer) {
    this.edition = server.model === '' ? server.url : `${server.url} ${server.model}`;
  }

  abstract speak(text: string, settings: VoiceSettings, signal: AbortSignal): AsyncIterable<Int16Array>;

  close(): Promise<void> {
    return this.http.close();
  }
}
