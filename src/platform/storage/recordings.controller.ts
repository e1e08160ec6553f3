import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { headerRefs } from '../openapi/response-headers';
import { Operation } from '../http/operation';
import { DomainError } from '../kernel/domain-error';
import { rangeOf } from './byte-range';
import { RecordingLinks } from './recording-links';
import { Recordings } from './recordings';

const WAV = { 'audio/wav': { schema: { type: 'string', format: 'binary' } } } as const;

/** Serves recordings. The signed link is the permission. */
@ApiTags('Recordings')
@Controller('recordings')
export class RecordingsController {
  constructor(
    private readonly links: RecordingLinks,
    private readonly recordings: Recordings,
  ) {}

  @Get(':link')
  @Operation({
    access: 'public',
    isLink: true,
    id: 'getRecording',
    summary: 'Listen to a recording',
    description: 'The address comes from `recording_url`. Stereo WAV, 16-bit PCM: left agent, right contact.',
    errors: ['not_found'],
  })
  @ApiParam({
    name: 'link',
    description: 'The last part of a `recording_url`, as it is.',
    example: 'call_01kaf5v7m2q9x3t8w4z6c1b0dn.1795252581.Zm9yIGV4YW1wbGU',
  })
  @ApiHeader({ name: 'Range', required: false, description: 'One range of bytes.', example: 'bytes=0-65535' })
  @ApiProduces('audio/wav')
  @ApiResponse({
    status: 200,
    description: 'The whole recording',
    content: WAV,
    headers: headerRefs(['Accept-Ranges']),
  })
  @ApiResponse({
    status: 206,
    description: 'The range that was asked for',
    content: WAV,
    headers: headerRefs(['Accept-Ranges', 'Content-Range']),
  })
  async get(@Param('link') link: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const id = this.links.idOf(link);
    const size = id === null ? null : await this.recordings.size(id);
    if (id === null || size === null) throw noRecording();
    // With If-Range the whole is sent, because there is no validator to compare.
    const ranged = request.method === 'GET' && request.headers['if-range'] === undefined;
    const range = ranged ? rangeOf(request.headers.range, size) : null;
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const bytes = request.method === 'HEAD' ? null : await this.recordings.read(id, { start, end });
    response.status(range ? 206 : 200).set({
      'Content-Type': 'audio/wav',
      'Content-Length': String(end - start + 1),
      'Content-Disposition': `inline; filename="${id}.wav"`,
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, no-store',
      ...(range ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
    });
    if (bytes === null) response.end();
    // A disconnect is no error; a truncated response shows by its length.
    else await pipeline(bytes, response).catch(() => undefined);
  }
}

function noRecording(): DomainError {
  return new DomainError(
    'not_found',
    'There is no recording at this link, or the link is too old: read the call again for a fresh one.',
  );
}
