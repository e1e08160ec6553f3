import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operation } from '../http/operation';
import { Metrics } from '../metrics';

/** The figures on the API's own port, unless METRICS_PORT moves them. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Operation({ access: 'public', id: 'metrics', summary: 'Prometheus text' })
  async text(@Res() response: Response): Promise<void> {
    response.setHeader('Content-Type', this.metrics.registry.contentType);
    response.end(await this.metrics.registry.metrics());
  }
}
