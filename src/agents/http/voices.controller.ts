import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccountId, Operation } from '../../platform/http/operation';
import { VoiceReader } from '../application/voice-reader';
import { ListVoicesQuery } from './agent.requests';
import { VOICES } from './voice.answers';

@ApiTags('Agents')
@Controller('v1/voices')
export class VoicesController {
  constructor(private readonly voices: VoiceReader) {}

  @Get()
  @Operation({
    access: ['calls:read', 'agents:manage'],
    id: 'listVoices',
    summary: 'List the voice engines and their voices',
    answer: VOICES,
  })
  list(@AccountId() accountId: string, @Query() { tts_model, language }: ListVoicesQuery) {
    return this.voices.list(accountId, { ttsModel: tts_model, language });
  }
}
