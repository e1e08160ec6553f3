import { Injectable } from '@nestjs/common';
import { LineFigures } from '../../trunks';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { humanCallNotFound } from './human-call-errors';

/** What surrounds one human call. */
@Injectable()
export class HumanCallContextReader {
  constructor(
    private readonly calls: HumanCallRepository,
    private readonly lines: LineFigures,
  ) {}

  /** @throws DomainError not_found */
  async read(accountId: string, id: string) {
    if (!(await this.calls.find(accountId, id))) throw humanCallNotFound();
    const lines = await this.lines.ofCall(id);
    return {
      object: 'human_call_context' as const,
      lines: { counsellor: lines.get('counsellor') ?? null, contact: lines.get('contact') ?? null },
    };
  }
}
