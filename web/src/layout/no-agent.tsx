import { Empty } from '../components/empty/empty';
import { Link } from '../components/link/link';
import { t } from '../messages/en';
import { useSignedIn } from './session';

/** Leads users who may make an agent there. */
export function NoAgent() {
  const manages = useSignedIn().account.scopes.includes('agents:manage');
  return (
    <Empty action={manages && <Link to="/agents/new">{t.calls.makeAgent}</Link>}>{t.calls.noAgent}</Empty>
  );
}
