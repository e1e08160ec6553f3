import { NumberBetween, Text } from './fields';
import { PAGE_SIZE } from '../answers/lists';

export class EmptyQuery {
  private readonly empty?: never;
}

export class PageQuery {
  @NumberBetween(PAGE_SIZE.min, PAGE_SIZE.max, {
    whole: true,
    fromText: true,
    description: 'Page size.',
    default: PAGE_SIZE.default,
  })
  limit?: number;

  @Text({ max: 255, description: 'Id of the last item of the previous page.' })
  starting_after?: string;
}

export function pageSize({ limit }: PageQuery): number {
  return limit ?? PAGE_SIZE.default;
}
