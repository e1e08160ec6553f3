import { Controller, Get, Res } from '@nestjs/common';
import { ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operation } from '../http/operation';
import { Metrics } from '../metrics';

/** Only unless METRICS_PORT is set. */
@ApiTags('Health')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Operation({
    access: 'public',
    id: 'getMetrics',
    summary: 'Read the figures of the process, as Prometheus text',
    description: 'With METRICS_PORT it is there alone.',
  })
  @ApiProduces('text/plain')
  @ApiResponse({
    status: 200,
    description: 'The figures',
    content: { 'text/plain': { schema: { type: 'string' }, example: 'aics_http_requests_total 1' } },
  })
  async text(@Res() response: Response): Promise<void> {
    response.setHeader('Content-Type', this.metrics.registry.contentType);
    response.end(await this.metrics.registry.metrics());
  }
}
