import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/operation';
import { AgentReader } from '../application/agent-reader';
import { ListVoicesQuery } from './agent.requests';
import { VOICES } from './voice.answers';

@ApiTags('Agents')
@Controller('v1/voices')
export class VoicesController {
  constructor(private readonly reader: AgentReader) {}

  @Get()
  @Operation({
    access: ['calls:read', 'agents:manage'],
    id: 'listVoices',
    summary: 'List the voice engines and their voices',
    answer: VOICES,
  })
  list(@Query() { tts_model, language }: ListVoicesQuery) {
    return this.reader.voices({ ttsModel: tts_model, language });
  }
}
