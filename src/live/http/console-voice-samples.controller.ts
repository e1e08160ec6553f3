import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { answer, constant, text } from '../../platform/http/answers/answer';
import { NumberBetween, Text } from '../../platform/http/fields/fields';
import { Operation } from '../../platform/http/operation';
import { VoiceSamples } from '../application/voice-samples';
import { HOUR_MS } from '../../platform/kernel/time/durations';

const MAX_NAME_LENGTH = 64;

class VoiceSampleRequest {
  @Text({ required: true, max: MAX_NAME_LENGTH, description: 'Voice engine.', example: 'google' })
  tts_model!: string;

  @Text({ max: MAX_NAME_LENGTH, description: "The engine's own when left out." })
  voice?: string;

  @Text({ max: MAX_NAME_LENGTH, description: 'As of an agent; Hinglish when left out.' })
  language?: string;

  @Text({ max: 1_000, description: "The agent's opening line; one sentence of it is spoken." })
  opening_line?: string;

  @NumberBetween(0.5, 2, { description: 'As of an agent.' })
  pace?: number;

  @NumberBetween(0.01, 2, { description: 'As of an agent.' })
  temperature?: number;

  @NumberBetween(1, 2.5, { description: 'As of an agent.' })
  voice_modulation?: number;
}

const VOICE_SAMPLE = answer<Awaited<ReturnType<VoiceSamples['speak']>>>(
  'VoiceSample',
  'A sentence by a voice.',
  {
    object: constant('voice_sample'),
    engine: text('The engine that spoke; local: the offline kit.'),
    text: text('What it speaks.'),
    audio: text('WAV, 8 kHz, mono, as Base64.'),
  },
  {
    object: 'voice_sample',
    engine: 'google',
    text: 'Namaste ji, main Asha bol rahi hoon.',
    audio: 'UklGRg==',
  },
);

@Controller('console/api/voice-samples')
export class ConsoleVoiceSamplesController {
  constructor(private readonly samples: VoiceSamples) {}

  @Post()
  @HttpCode(200)
  @Operation({
    access: ['agents:manage'],
    id: 'consoleVoiceSample',
    summary: 'Hear a voice say one sentence; nothing is stored or charged',
    answer: VOICE_SAMPLE,
    audited: false,
    limits: [
      {
        kind: 'voice-samples',
        of: 'login',
        max: 20,
        windowMs: HOUR_MS,
        label: 'voices played in an hour by one person',
      },
    ],
    errors: ['agent_cannot_talk'],
  })
  play(@Body() body: VoiceSampleRequest) {
    const { tts_model, voice, language, opening_line, pace, temperature, voice_modulation } = body;
    return this.samples.speak({
      text: opening_line ?? '',
      ttsModel: tts_model,
      language: language ?? null,
      voice: voice ?? null,
      pace: pace ?? null,
      temperature: temperature ?? null,
      modulation: voice_modulation ?? null,
    });
  }
}
