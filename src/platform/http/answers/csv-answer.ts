import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CSV_BEGIN } from '../../kernel/csv';
import { errorText } from '../../logging';

export const CSV_CONTENT = { 'text/csv': { schema: { type: 'string' } } } as const;

export interface CsvFile {
  readonly name: string;
  readonly lines: AsyncGenerator<string, void, undefined>;
}

/** After the first line an error cuts the response off, which the browser shows as a failed download. */
export async function sendCsv(request: Request, response: Response, { name, lines }: CsvFile): Promise<void> {
  const first = await lines.next();
  response.status(200).set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  if (request.method === 'HEAD') {
    await lines.return();
    response.end();
    return;
  }
  async function* whole() {
    yield CSV_BEGIN + (first.value ?? '');
    yield* lines;
  }
  await pipeline(Readable.from(whole()), response).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    new Logger('CsvAnswer').error(`a file was cut off: ${errorText(error)}`);
  });
}
