import { Flag, Instant } from '../../platform/http/fields/fields';
import { ListDeliveriesQuery } from './webhook.requests';

export class ConsoleDeliveriesQuery extends ListDeliveriesQuery {
  @Flag({ inQuery: true, description: 'Attempts that were accepted, or those that failed.' })
  delivered?: boolean;
}

export class WebhookStatsQuery {
  @Instant({ inQuery: true, description: 'From when; 24 hours ago when absent.' })
  since?: Date;
}

export class RedeliverFailedRequest {
  @Instant({ required: true, description: 'Events made since then.', example: '2026-11-20T09:00:00Z' })
  since!: Date;
}
