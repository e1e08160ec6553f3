import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { CallReader } from '../../../calls';
import { Carriers } from '../../../carriers';
import { HumanCallReader } from '../../../human-calls';
import type { AccountPrincipal } from '../../../platform/http/request-context';
import { SOFTPHONE } from '../../../shared-kernel/softphone';
import { cannotListen } from '../../domain/live-errors';
import { notListenable } from '../../domain/listen-rules';
import { AudioLocations, type ListenSubject } from './audio-locations';
import { LiveSockets } from '../live-sockets';
import { Tickets } from '../tickets';

const HUMAN_CALL_DIAL = 1;
const TEST_CARRIER = 'simulator';

type Account = Awaited<ReturnType<Accounts['get']>>;

interface KnownCall {
  readonly status: string;
  /** null: not dialed yet, and the account's will be used. */
  readonly carrier: string | null;
  readonly attempt: number;
}

/** Lets people of an account listen to its running calls. */
@Injectable()
export class ListenAdmission implements OnModuleInit {
  constructor(
    private readonly accounts: Accounts,
    private readonly calls: CallReader,
    private readonly humanCalls: HumanCallReader,
    private readonly carriers: Carriers,
    private readonly locations: AudioLocations,
    private readonly tickets: Tickets,
    private readonly sockets: LiveSockets,
  ) {}

  onModuleInit(): void {
    for (const subjectKind of ['call', 'human_call'] as const) {
      this.sockets.register(subjectKind, async (id) => {
        const location = await this.locations.find(id);
        if (!location?.mayListen || isOff(await this.accounts.get(location.accountId), subjectKind))
          return null;
        return { accountId: location.accountId, host: location.processId };
      });
    }
  }

  /** @throws DomainError not_found, not_listenable */
  async start({ accountId, id: sessionId }: AccountPrincipal, subjectKind: ListenSubject, id: string) {
    const call = await this.#find(accountId, subjectKind, id);
    const account = await this.accounts.get(accountId);
    const carrier = call.carrier ?? account.carrier;
    const dial = { callId: id, attempt: call.attempt };
    const kind = subjectKind === 'call' ? 'ai' : 'human';
    const location = await this.locations.find(id);
    const counts = await this.locations.listeners(id, location);
    const reason = notListenable({
      isOff: isOff(account, subjectKind),
      isSimulated: this.carriers.isSimulator(carrier),
      isJoinedByCarrier: await this.carriers.holdsTogether(carrier, kind, dial),
      isInProgress: call.status === 'in_progress',
      hasNotice: location && location.mayListen,
      ...counts,
      isReachable: location !== null && (await this.locations.isReachable(location)),
    });
    if (reason !== null) throw cannotListen(reason);
    const ticket = await this.tickets.issue({ subjectKind, subjectId: id, accountId, sessionId });
    return {
      object: 'listening' as const,
      ticket,
      socket: `/console/live/${subjectKind === 'call' ? 'calls' : 'human-calls'}/${id}`,
      sides: [subjectKind === 'call' ? ('agent' as const) : ('counsellor' as const), 'contact' as const],
    };
  }

  async #find(accountId: string, subjectKind: ListenSubject, id: string): Promise<KnownCall> {
    if (subjectKind === 'call') {
      const { status, carrier, attempt, test, phoneNumber } = await this.calls.find(accountId, id);
      // Whatever the account's carrier, test calls to numbers are simulated.
      const expected = test && phoneNumber !== SOFTPHONE ? TEST_CARRIER : null;
      return { status, carrier: carrier ?? expected, attempt };
    }
    const { status, carrier } = await this.humanCalls.find(accountId, id);
    return { status, carrier, attempt: HUMAN_CALL_DIAL };
  }
}

/** Human calls can be excluded. */
function isOff({ listening, listeningHuman }: Account, subjectKind: ListenSubject): boolean {
  return listening === 'off' || (subjectKind === 'human_call' && !listeningHuman);
}
