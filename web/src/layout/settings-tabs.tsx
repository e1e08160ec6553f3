import { Link } from '../components/link/link';
import { t } from '../messages/en';
import styles from './settings-tabs.module.css';

export function SettingsTabs() {
  return (
    <nav aria-label={t.settings.sections} className={styles.tabs}>
      <ul>
        <li>
          <Link to="/settings" activeOptions={{ exact: true, includeSearch: false }}>
            {t.settings.account}
          </Link>
        </li>
        <li>
          <Link to="/settings/members" activeOptions={{ includeSearch: false }}>
            {t.settings.members}
          </Link>
        </li>
        <li>
          <Link to="/settings/audit-log" activeOptions={{ includeSearch: false }}>
            {t.settings.auditLog}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
