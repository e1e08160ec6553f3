import { NumberBetween, Text } from './fields';
import { PAGE_SIZE } from './lists';

/** The query of a route that takes none: every parameter is unknown. */
export class EmptyQuery {
  private readonly empty?: never;
}

/** The query of a paged list. */
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

/** The page size that was asked for, or the default. */
export function pageSize({ limit }: PageQuery): number {
  return limit ?? PAGE_SIZE.default;
}
