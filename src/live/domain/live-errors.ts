import { DomainError } from '../../platform/kernel/domain-error';
import { describeNotListenable, type NotListenable } from './listen-rules';

export function voiceTestNotFound(): DomainError {
  return new DomainError('not_found', 'There is no voice test with this id that you may see.');
}

export function voiceTestsOff(): DomainError {
  return new DomainError(
    'voice_tests_off',
    'Voice tests are off in this account: the operator turns them on.',
  );
}

/** @param account of the test, when it is another that the person may open */
export function voiceTestRunning(
  id: string,
  account: { readonly id: string; readonly name: string } | null,
): DomainError {
  if (!account) {
    return new DomainError(
      'voice_test_running',
      'You are in a voice test already: end it first (details.voice_test_id).',
      { voice_test_id: id },
    );
  }
  return new DomainError(
    'voice_test_running',
    `You are in a voice test already, in the account ${account.name}: end it there first (details.voice_test_id, details.account_id).`,
    { voice_test_id: id, account_id: account.id },
  );
}

export type NoRoomReason =
  | 'No media process is running.'
  | `All ${number} voice tests of the account are in use.`
  | 'The service has no room for another voice test.'
  | `Real calls have all streams of ${string}.`;

export function noRoom(reason: NoRoomReason): DomainError {
  return new DomainError('no_room', `There is no room for a voice test now: ${reason}`, { reason });
}

export function cannotListen(reason: NotListenable): DomainError {
  return new DomainError('not_listenable', describeNotListenable(reason), { reason });
}
