import { Flag, Nested, Text } from '../../platform/http/fields/fields';

export class PreferencesRequest {
  @Flag({ patch: true, description: 'Whether this person has hidden "Get started" of Home.' })
  get_started_hidden?: boolean;
}

const MAX_FILTER_LENGTH = 200;

/** The filters in the address of Calls, without those that find one person's calls. */
export class ViewFilters {
  @Text({ max: MAX_FILTER_LENGTH, description: 'Statuses, by comma.' })
  status?: string;

  @Text({ max: MAX_FILTER_LENGTH, description: 'Id of an agent.' })
  agent?: string;

  @Text({ max: MAX_FILTER_LENGTH, description: 'Id of a batch.' })
  batch?: string;

  @Text({ max: MAX_FILTER_LENGTH, description: 'Label of an outcome.' })
  outcome?: string;

  @Text({ max: MAX_FILTER_LENGTH, description: 'only or none.' })
  test?: string;

  @Text({ max: MAX_FILTER_LENGTH, description: 'inbound or outbound.' })
  direction?: string;

  @Text({ max: MAX_FILTER_LENGTH, description: 'only: the latest attempt of each.' })
  latest?: string;

  @Text({ max: MAX_FILTER_LENGTH, description: 'First day.' })
  from?: string;

  @Text({ max: MAX_FILTER_LENGTH, description: 'Last day.' })
  to?: string;

  @Text({ max: MAX_FILTER_LENGTH, description: 'ended: the days are those of the end.' })
  dates?: string;
}

export class SavedViewRequest {
  @Text({
    required: true,
    max: 60,
    trim: true,
    description: 'Name; one that is there already gets the new filters.',
  })
  name!: string;

  @Nested(() => ViewFilters, { required: true })
  filters!: ViewFilters;
}
