import { t } from '../../messages/en';
import { inWords } from '../../lib/text';

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** An agent's language for people: a name, a code ("hi") or a tag ("en-US"), as it was sent. Empty: none. */
export function languageLabel(language: string): string {
  if (language === '') return t.agents.languageAsNeeded;
  const isCode = language.length === 2;
  if (!isCode && !language.includes('-')) return inWords(language);
  try {
    const name = NAMES.of(language) ?? language;
    // The list has the name, too.
    return isCode && name !== language ? `${name} (${language})` : name;
  } catch {
    return language;
  }
}
