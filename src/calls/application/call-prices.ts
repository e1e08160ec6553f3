import { Injectable } from '@nestjs/common';
import { EnginePrices } from '../../agents';
import { Credits } from '../../credits';
import { numberOf } from '../../platform/kernel/amount';

@Injectable()
export class CallPrices extends EnginePrices {
  constructor(private readonly credits: Credits) {
    super();
  }

  async of(accountId: string): Promise<ReadonlyMap<string, number>> {
    const { aiCall } = await this.credits.rates(accountId);
    return new Map(Object.entries(aiCall).map(([engine, price]) => [engine, numberOf(price)]));
  }
}
