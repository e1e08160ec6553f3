import { Text } from '../../platform/http/fields/fields';
import { PageQuery } from '../../platform/http/fields/page.request';

export class AuditLogQuery extends PageQuery {
  @Text({ max: 64, description: 'Only entries with this action, such as consoleSignIn.' })
  action?: string;
}
