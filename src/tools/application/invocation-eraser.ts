import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Eraser, Erasers, type Erasure } from '../../platform/erasure/erasers';
import { InvocationRepository } from '../infrastructure/invocation.repository';

/** Erases a contact from uses of tools: arguments, results and errors. */
@Injectable()
export class InvocationEraser implements Eraser, OnModuleInit {
  constructor(
    private readonly erasers: Erasers,
    private readonly invocations: InvocationRepository,
  ) {}

  onModuleInit(): void {
    this.erasers.register('tools', this);
  }

  async erase({ callIds }: Erasure) {
    return { tool_invocations: await this.invocations.empty(callIds) };
  }
}
