import { Controller, Get } from '@nestjs/common';
import { answer, decimal, inline, listOf, nullable, phone, whole } from '../../platform/http/answers/answer';
import { listView } from '../../platform/http/answers/lists';
import { AccountId, Operation } from '../../platform/http/operation';
import { LineFigures } from '../application/line-figures';

type NumberLine = Awaited<ReturnType<LineFigures['ofNumbers']>>[number];

const NUMBER_LINE = answer<NumberLine>(
  'NumberLine',
  'How good the lines of a number of the account were in the last 24 hours.',
  {
    phone_number: phone('The number, in E.164.'),
    quality: inline<NumberLine['quality']>('What the service received.', {
      calls: whole('Calls whose line was measured.'),
      mos_median: nullable(decimal('Median of the mean opinion score.')),
      mos_p10: nullable(decimal('A tenth of the calls were worse.')),
      jitter_ms: nullable(decimal('Median of the jitter.')),
      lost_percent: nullable(decimal('Packets that never came, in percent.')),
    }),
  },
  {
    phone_number: '+912248001000',
    quality: { calls: 120, mos_median: 4.3, mos_p10: 4.1, jitter_ms: 6.2, lost_percent: 0.4 },
  },
);

const NUMBER_LINES = listOf(NUMBER_LINE, { paged: false });

@Controller('console/api/numbers')
export class ConsoleNumbersController {
  constructor(private readonly lines: LineFigures) {}

  @Get('lines')
  @Operation({
    access: ['calls:read'],
    id: 'consoleNumberLines',
    summary: 'Read how good the lines of own numbers were in the last 24 hours',
    answer: NUMBER_LINES,
  })
  async list(@AccountId() accountId: string) {
    return listView(await this.lines.ofNumbers(accountId));
  }
}
