import { Text } from '../../platform/http/fields/fields';
import { PageQuery } from '../../platform/http/fields/page.request';

export class DoNotCallQuery extends PageQuery {
  @Text({ min: 1, max: 64, description: 'The entry of this number alone, in E.164, its + optional.' })
  phone_number?: string;
}
