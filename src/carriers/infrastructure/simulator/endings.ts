import type { AnsweredBy } from '../../../shared-kernel/call-parties';
import { own } from '../../../platform/kernel/own';

/** Behaviour of a simulated number, by its last four digits. */
export type Ending =
  | 'interested'
  | 'busy'
  | 'rings_out'
  | 'does_not_exist'
  | 'voicemail'
  | 'call_tomorrow'
  | 'hangs_up_at_once'
  | 'never_again'
  | 'refused_twice'
  | 'says_nothing'
  | 'wrong_number'
  | 'wants_person'
  | 'connection_lost'
  | 'talks_on'
  | 'never_reports'
  | 'uses_tool'
  | 'cooperative';

const BY_DIGITS: Readonly<Record<string, Ending>> = {
  '0001': 'interested',
  '0002': 'busy',
  '0003': 'rings_out',
  '0004': 'does_not_exist',
  '0005': 'voicemail',
  '0006': 'call_tomorrow',
  '0007': 'hangs_up_at_once',
  '0008': 'never_again',
  '0009': 'refused_twice',
  '0010': 'says_nothing',
  '0011': 'wrong_number',
  '0012': 'wants_person',
  '0013': 'connection_lost',
  '0014': 'talks_on',
  '0015': 'never_reports',
  '0016': 'uses_tool',
};

/** The ending of an E.164 number, or of an extension, which may have other characters between its digits. */
export function endingOf(number: string): Ending {
  return own(BY_DIGITS, number.replace(/\D/g, '').slice(-4)) ?? 'cooperative';
}

/** The result of machine detection. */
export function answeredByOf(ending: Ending): AnsweredBy {
  if (ending === 'voicemail') return 'voicemail';
  return ending === 'says_nothing' ? 'unknown' : 'human';
}
