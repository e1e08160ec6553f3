import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { WriteGate } from '../database/primary/write-gate';
import { Operation } from '../http/operation';
import { withTimeout } from '../kernel/time/timeout';
import { LIVE, NOT_READY, READY } from './health.answers';
import { Readiness } from './readiness';
import { succeeds } from '../kernel/async/succeeds';

const CHECK_TIMEOUT_MS = 1_500;

@ApiTags('Health')
@Controller()
export class HealthController {
  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly readiness: Readiness,
    private readonly gate: WriteGate,
  ) {}

  @Get('health/live')
  @Operation({
    access: 'public',
    id: 'getLiveness',
    summary: 'The process runs',
    description: 'For a liveness probe.',
    answer: LIVE,
  })
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Operation({
    access: 'public',
    id: 'getReadiness',
    summary: 'The process can work',
    description: 'For a readiness probe and a load balancer.',
    answer: { 200: READY, 503: NOT_READY },
  })
  async ready(@Res({ passthrough: true }) response: Response) {
    const database = await this.#databaseAnswers();
    const { isEnding } = this.readiness;
    response.status(database && !isEnding ? 200 : 503);
    return {
      status: isEnding ? 'ending' : database ? 'ok' : 'unavailable',
      role: this.config.role,
      database: !database ? 'no answer' : this.gate.isClosed ? 'not replicating' : 'ok',
      ...this.readiness.details(),
    };
  }

  #databaseAnswers(): Promise<boolean> {
    const answer = succeeds(this.dataSource.query('SELECT 1'));
    return withTimeout(CHECK_TIMEOUT_MS, answer, () => false);
  }
}
